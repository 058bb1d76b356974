/** Why a start or a command can't go on; the message is for the operator and says what to do. */
export class OperatorError extends Error {}
