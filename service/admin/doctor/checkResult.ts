/** What one check found. */
export interface CheckResult {
  check: 'settings' | 'certificate' | 'files' | 'disk' | 'clock' | 'database' | 'backup' | 'port'
  state: 'ok' | 'warn' | 'fail'
  says: string
  /** What to do about it, where nothing is well. */
  do?: string
}
