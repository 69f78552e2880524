import { ok } from '../../contract/app/problems/result.ts'
import type { Handlers } from '../dispatch.ts'
import type { AppServices } from '../appServices.ts'
import type { Embedded } from '../embedded/embedded.ts'

export function embeddedHandlers({ embedded, settings }: AppServices) {
  const stateOf = (started: Awaited<ReturnType<Embedded['running']>> | null) => {
    const { port } = settings.get().embedded
    return ok({ port: port || null, problem: started && !started.ok ? started.problem : null })
  }
  return {
    'embedded.state': async () => stateOf(await embedded.lastStart()),
    'embedded.start': async ({ port }) =>
      stateOf(await (port === 'free' ? embedded.startOnOtherPort() : embedded.running())),
  } satisfies Partial<Handlers>
}
