/** Why a proxy did not let us through, as the problem that a person sees. */
export type ProxyProblem = 'proxy_failed' | 'proxy_auth' | 'proxy_scheme' | 'proxy_unsupported'

/** The proxy did not let us through, or could not be reached at all. */
export class ProxyError extends Error {
  override name = 'ProxyFailure'
  readonly problem: ProxyProblem
  constructor(message: string, problem: ProxyProblem, cause?: unknown) {
    super(message, { cause })
    this.problem = problem
  }
}
