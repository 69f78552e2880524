import type { AppLinkReport } from '../../contract/app/calls/app/appLinks.ts'
import type { AppLinkVerdict } from '../../contract/service/appLinks/finding.ts'

const notChecked: AppLinkVerdict = {
  state: 'not_checked',
  finding: { code: 'local_link' },
  apps: [],
  rule: null,
  warnings: [],
}

/** The app's report about a link that works only on this computer. */
export const localReport: AppLinkReport = {
  host: '127.0.0.1',
  checkedAt: null,
  ios: notChecked,
  android: notChecked,
  setup: null,
}
