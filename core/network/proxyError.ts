/** The reason why a proxy rejected a request, as a problem code. */
export type ProxyProblem = 'proxy_failed' | 'proxy_auth' | 'proxy_scheme' | 'proxy_unsupported'

/** Thrown if the proxy rejected the request or couldn't be reached. */
export class ProxyError extends Error {
  override name = 'ProxyFailure'
  readonly problem: ProxyProblem
  constructor(message: string, problem: ProxyProblem, cause?: unknown) {
    super(message, { cause })
    this.problem = problem
  }
}
