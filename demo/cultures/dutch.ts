import { type Culture, words } from "./culture.ts";

export const dutch: Culture = {
  language: "nl",
  firstNames: words(`
    Jan Piet Kees Wim Henk Johan Peter Marc Luc Koen Bart Tom Pieter Stijn Wouter Jeroen Maarten Sander Thijs Daan Bram
    Lars Sem Finn Milan Jesse Ruben Tim Niels Dirk Geert Stefaan Kristof Dries Joris Jasper Matthias Simon Lode Arne
    Robbe Seppe Senne Wannes Pepijn Floris Gijs Hugo Olivier Rik Toon Jef Herman Frans Hans Guy Filip Yves Joost Rutger
    Anna Emma Julie Lotte Marie Sofie Eva Sara Lies Katrien An Els Ilse Ingrid Greet Hilde Veerle Griet Leen Katleen
    Sanne Fleur Femke Anouk Iris Roos Maud Noor Fien Lien Nele Tine Ellen Kim Karen Annelies Liesbeth Marleen Monique
    Saskia Wendy Esther Judith Marloes Mirjam Nienke Renske Tessa Hanne Jolien Charlotte Elise Febe Amber Lore Merel
    Zoë Chloë Aagje Brecht Carla Dorien Elke Floor Goedele Heleen Inge Jana Kaat Laura Machteld Nora Paulien Silke
  `),
  lastNames: words(`
    Janssens Peeters Maes Jacobs Mertens Willems Claes Goossens Wouters De_Smet Vermeulen Pauwels Dubois Aerts Michiels
    Hendrickx Smets Hermans Lambrecht De_Vos Desmet Van_den_Broeck Van_Damme De_Clercq Segers Coppens Van_de_Velde
    Verhoeven Cools Lenaerts Stevens Leemans Bogaert Martens De_Backer Baert Verlinden Jansen Verstraete De_Wilde
    Van_Dyck De_Cock Verbeke Christiaens Thys Vandenberghe De_Meyer Van_Hoof Moens Declercq De_Pauw Verheyen Bosmans
    Van_Acker Cornelis De_Bruyn Simons Vercammen Nijs Vandamme Timmermans Van_Looy Bauwens De_Ridder Geerts Baeten
    de_Vries van_den_Berg van_Dijk Bakker Visser Smit Meijer de_Boer Mulder de_Groot Bos Vos Peters Hendriks van_Leeuwen
    Dekker Brouwer de_Wit Dijkstra Smits de_Graaf van_der_Meer Kok van_der_Linden Jacobs van_Vliet de_Haan Vermeer
    van_den_Heuvel van_der_Veen van_den_Broek de_Bruijn Schouten van_Beek van_der_Heijden Willemsen van_Leeuwen Hoekstra
    Maas Verhoeven Koster Kuijpers van_Dam van_der_Wal Prins Blom Huisman Peeters de_Jong Kuipers van_Veen Post Kramer
    van_Wijk Postma Veenstra Scholten Evers Wolters van_der_Ploeg Bosch Molenaar Groen van_Loon Sanders Gerritsen Molens
    Verschueren Nijhuis Hofman Driessen Zwart Buysse Callebaut Vandeputte Vanhoutte Debruyne Lauwers Ceulemans Roelandt
    Schepens Van_Laer Van_Hecke Verbruggen Wauters Maertens Van_Impe Dierckx Luyten Raes Gielen Hoste Naessens Tack
  `),
  firms: words(`
    Delhaye Verbeke Vandewalle Noordzee Schelde Kempen Lindenhof Brabantia_Bouw Zilvermeer Klaver Hanze Rijnmond Amstel
    Maasstad Westerkade Dijkzicht De_Korenbloem Oostpoort Veldwerk Havenlicht Sluiswachter Polderland Goudvink Zuiderlicht
    Meetpunt Draadloos Spoorwijk Vlasakker Lichtbaken Waterkant Eikenhof Molenveld Driehoek Vierwind Stroomlijn Steenhuis
    Tuinwijk Bloemberg Kustlijn Duinrell_Techniek Hoogland Ijsselbouw Kanaalzicht Kade_12 Noorderwind Pelgrim Ravelijn
  `),
  firmKinds: ["BV", "NV", "& Zonen", "Groep", "Logistiek", "Techniek", "Advies", ""],
  phones: ["+32400######", "+31600######"],
  plates: ["1-???-###", "2-???-###", "?-###-??", "??-###-?"],
  domain: "be",
};
