import type { activityCalls } from '../../contract/calls/activity.ts'
import { fail, ok } from '../../contract/result.ts'
import type { Notices } from '../notices.ts'
import type { Handlers } from '../dispatch.ts'
import type { SystemStore } from '../keys/systemStore.ts'
import type { BugLog } from '../log/bugLog.ts'
import type { Redactor } from '../redactor.ts'
import type { SettingsFile } from '../settings/settings.ts'
import { createSupportReport } from '../activity/supportReport.ts'
import type { ActivityStore } from '../activity/store.ts'

interface Parts {
  version: string
  activity: ActivityStore
  settings: SettingsFile
  systemStore: SystemStore
  notices: Notices
  bugLog: BugLog
  redactor: Redactor
}

export function activityHandlers(parts: Parts): Pick<Handlers, keyof typeof activityCalls> {
  const { activity, settings } = parts
  return {
    'activity.list': (input) => Promise.resolve(ok({ entries: activity.list(input) })),
    'activity.get': ({ id }) => {
      const entry = activity.get(id)
      return Promise.resolve(entry ? ok(entry) : fail({ code: 'not_in_activity' }))
    },
    'activity.clear': () => {
      activity.clear()
      return Promise.resolve(ok(null))
    },
    'activity.bundle': async () => {
      const { version, systemStore, notices, bugLog, redactor } = parts
      return ok(
        createSupportReport({
          version,
          redactor,
          settings: settings.get(),
          keyStore: await systemStore.state(),
          notices: notices.list(),
          bugs: bugLog.read(),
          entries: activity.list({ failed: false }),
        }),
      )
    },
  }
}
