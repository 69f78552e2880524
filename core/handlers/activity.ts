import { fail, ok } from '../../contract/app/problems/result.ts'
import type { Handlers } from '../dispatch.ts'
import { createSupportReport } from '../activity/supportReport.ts'
import type { AppServices } from '../appServices.ts'

export function activityHandlers(parts: AppServices) {
  const { activity, settings } = parts
  return {
    'activity.list': () => ok({ entries: activity.list() }),
    'activity.get': ({ id }) => {
      const entry = activity.get(id)
      return entry ? ok(entry) : fail({ code: 'not_in_activity' })
    },
    'activity.bundle': async () => {
      const { host, systemStore, notices, bugLog, redactor } = parts
      return ok(
        createSupportReport({
          version: host.version,
          redactor,
          settings: settings.get(),
          keyStore: await systemStore.state(),
          notices: notices.list(),
          bugs: bugLog.read(),
          entries: activity.list(),
        }),
      )
    },
  } satisfies Partial<Handlers>
}
