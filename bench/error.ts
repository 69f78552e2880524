/** Why nothing can be measured as asked: a wrong option, a tool that is not there. The message is for a person. */
export class BenchError extends Error {
  override name = 'BenchError'
}
