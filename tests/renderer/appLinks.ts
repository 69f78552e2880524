import type { AppLinkReport, AppLinkVerdict } from '../../contract/app/calls/app/appLinks.ts'

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
