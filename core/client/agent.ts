import { Agent, buildConnector } from 'undici'

/** Time limits in milliseconds: until the connection stands, until the answer begins and between its parts, and in all. */
export interface TimeLimits {
  connect: number
  idle: number
  total: number
}

export const defaultLimits: TimeLimits = { connect: 10_000, idle: 30_000, total: 60_000 }

/** A pool of connections that can tell whether a failure came before a connection stood, when nothing was sent yet. */
export interface ConnectionPool {
  agent: Agent
  failedToConnect: (error: unknown) => boolean
}

/** Certificates are always verified: there is no setting that turns this off. */
export function createPool(limits: TimeLimits): ConnectionPool {
  const failures = new WeakSet<Error>()
  const connect = buildConnector({ timeout: limits.connect })
  const agent = new Agent({
    allowH2: false,
    headersTimeout: limits.idle,
    bodyTimeout: limits.idle,
    connect: (options, done) => {
      connect(options, (...[error, socket]) => {
        if (error) {
          failures.add(error)
          done(error, null)
        } else done(null, socket)
      })
    },
  })
  return { agent, failedToConnect: (error) => error instanceof Error && failures.has(error) }
}
