import type { Run } from '../../../contract/app/runs/run.ts'
import { formatNumber } from '../../../contract/service/text/text.ts'
import type { Notices } from '../../notices.ts'

/** Adds a notice about a run that was being sent when the app ended, with its counts and the way to resume it. */
export function addInterruptedRun(notices: Notices, { id, name, counts, change }: Run): void {
  const { created, ready, pending, failed, unknown } = counts
  const total = created + ready + pending + failed + unknown
  const uncertain = unknown + pending
  const text = [
    `${formatNumber(created)} of ${formatNumber(total)} ${change ? 'changed' : 'created'}`,
    failed > 0 && `${formatNumber(failed)} failed`,
    uncertain > 0 && `${formatNumber(uncertain)} not certain`,
  ].filter((part) => part !== false)
  notices.add(`“${name.slice(0, 60)}” was interrupted.`, `${text.join(' · ')}.`, { run: id })
}
