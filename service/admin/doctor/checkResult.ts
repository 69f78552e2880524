/** Result of one check. */
export interface CheckResult {
  check: 'settings' | 'certificate' | 'files' | 'disk' | 'clock' | 'database' | 'domains' | 'backup' | 'port'
  state: 'ok' | 'warn' | 'fail'
  says: string
  /** What to do if it isn't ok. */
  do?: string
}
