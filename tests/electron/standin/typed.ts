/** A function with the parameters of Electron's own, which answers with something of the stand-in's. */
export type Taking<Real extends (...args: never[]) => unknown, Answer> = (...args: Parameters<Real>) => Answer
