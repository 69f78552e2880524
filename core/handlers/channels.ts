import { ok } from '../../contract/app/problems/result.ts'
import type { AppServices } from '../appServices.ts'
import type { Handlers } from '../dispatch.ts'

export function channelHandlers({ ownSources }: AppServices) {
  return {
    'channels.sources': async () => ok({ sources: await ownSources.get() }),
    'channels.saveSources': async ({ sources }) => {
      await ownSources.save(sources)
      return ok(null)
    },
  } satisfies Partial<Handlers>
}
