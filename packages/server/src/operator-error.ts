/** A server or a command cannot go on. The message tells an operator why and what to do. */
export class OperatorError extends Error {}
