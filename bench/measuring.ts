/** Why measuring isn't possible: an invalid option, a missing tool. The message is for a person. */
export class BenchError extends Error {
  override name = 'BenchError'
}
