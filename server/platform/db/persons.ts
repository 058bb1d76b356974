/**
 * SQL condition for rows of visits: they are persons, and not deliveries, whose visit type asks for no name. A visit type
 * that was removed since counts as one of persons.
 * @param location the parameter with the location @param alias of the table, with a dot
 */
export const arePersons = (location = "$1", alias = ""): string =>
  `(${alias}visit_type in (select delivery_types(${location}))) is not true`;
