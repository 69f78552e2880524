/** Types a function with the parameters of Electron's own function, but with the stand-in's result. */
export type WithParametersOf<Real extends (...args: never[]) => unknown, Answer> = (
  ...args: Parameters<Real>
) => Answer
