import { ok } from '../../contract/app/problems/result.ts'
import type { Handlers } from '../dispatch.ts'
import type { AppServices } from '../appServices.ts'

export function jobHandlers({ jobs }: AppServices) {
  return {
    'jobs.list': () => ok(jobs.list()),
    'jobs.cancel': ({ id }) => {
      jobs.cancel(id)
      return ok(null)
    },
    'jobs.dismiss': ({ id }) => {
      jobs.dismiss(id)
      return ok(null)
    },
  } satisfies Partial<Handlers>
}
