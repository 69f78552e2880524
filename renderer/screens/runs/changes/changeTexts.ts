import { fieldsOf } from '../../../../contract/service/link/fields.ts'
import { failureReason } from '../../../../contract/app/runs/outcomes.ts'
import type { Run, RunRow } from '../../../../contract/app/runs/run.ts'
import { fieldName } from '../../../link/fieldNames.ts'
import { valueText } from '../../../link/valueText.ts'
import { formatTime } from '../../../ui/formatTime.ts'
import { formatCount } from '../../../ui/formatCount.ts'
import { formatBothZones } from '../../../features/record/LocalTimeField.tsx'
import { countClauses, replacementOf, runVerb } from '../shared/runStates.ts'

/** One line of a row's changes, for all fields that change from and to the same values. */
export interface ChangeLine {
  fields: readonly string[]
  names: string
  from: string
  to: string
}

/** Returns a row's changes. Fields that change from and to the same values share a line. */
export function changeLines({ fields }: Pick<RunRow, 'fields'>): ChangeLine[] {
  const lines = new Map<string, ChangeLine>()
  for (const [field, values] of Object.entries(fields)) {
    const [from, to] = [valueText(field, values.from) || 'nothing', valueText(field, values.to) || 'nothing']
    const key = JSON.stringify([from, to])
    const line = lines.get(key)
    const names = [...(line?.fields ?? []), field]
    lines.set(key, { fields: names, names: joinNames(names), from, to })
  }
  return [...lines.values()]
}

const allTargets = [...fieldsOf('target'), ...fieldsOf('appTarget')]

/** Returns the names of fields. All addresses together are just "Address". */
function joinNames(fields: readonly string[]): string {
  const isEverywhere = fields.length > 1 && allTargets.every((target) => fields.includes(target))
  const others = isEverywhere
    ? fields.filter((field) => !allTargets.some((target) => target === field))
    : fields
  return [...(isEverywhere ? ['Address'] : []), ...others.map(fieldName)].join(', ')
}

/** Returns a row's changes as two texts: the current values and the new ones. */
export function changeSides(row: Pick<RunRow, 'fields'>): { from: string; to: string } {
  const lines = changeLines(row)
  const [only] = lines
  if (lines.length === 1 && only) return { from: `${only.names}: ${only.from}`, to: only.to }
  return {
    from: lines.map(({ names, from }) => `${names}: ${from}`).join('; '),
    to: lines.map(({ names, to }) => `${names}: ${to}`).join('; '),
  }
}

/** Returns a row's changes in one line: "Desktop: https://old.example → https://new.example". */
export function changeText(row: Pick<RunRow, 'fields'>): string {
  return changeLines(row)
    .map(({ names, from, to }) => `${names}: ${from} → ${to}`)
    .join('; ')
}

/** Returns a row's link, or the table's text in its place. */
export function linkText({ link, cells }: RunRow): string {
  return link ?? cells[0] ?? ''
}

/** Returns why a row isn't changed, as a sentence; empty if it was or will be. */
export function rowReason(row: RunRow, run: Pick<Run, 'change'>): string {
  if (row.state === 'existing') return unchangedReason(row, run)
  if (row.problem?.code === 'link_changed') return 'Someone else changed the link after the preview.'
  return failureReason(row, [])
}

function unchangedReason({ address }: RunRow, run: Pick<Run, 'change'>): string {
  const replacement = replacementOf(run)
  if (!replacement) return 'Nothing to change. The link already has these values.'
  const isInAddress = ['domain', 'path', 'address'].includes(replacement.part)
  return isInAddress && address === null
    ? 'Nothing to change. The link has no address.'
    : `Nothing to change. The link doesn’t have “${replacement.find.slice(0, 60)}” there.`
}

/** Returns what a run does, in one line. */
export function planText({ change }: Pick<Run, 'change'>): string {
  if (change === null) return ''
  if (change.kind === 'time') return `Restore to ${formatBothZones(new Date(change.at))}`
  if (change.kind === 'undo') return 'Restore the links as they were before the run'
  if (change.kind === 'table') return 'New destinations from a table'
  const { address, patch } = change.change
  const parts = Object.entries(patch).map(([field, value]) => patchText(field, value))
  return [...(address === undefined ? [] : [`New destination: ${address}`]), ...parts].join('; ')
}

function patchText(field: string, value: unknown): string {
  if (field === 'active') return value === true ? 'Switch on' : 'Switch off'
  if (field === 'active_until')
    return typeof value === 'string' ? `Active until ${formatTime(value)}` : 'Remove end date'
  return `${fieldName(field)}: ${valueText(field, value) || 'nothing'}`
}

/** Summarizes a dry run: "3 links will be changed; 1 already matches; 1 can’t be changed." */
export function dryRunText(run: Run): string {
  const { ready, existing, faulty, skipped, created, unknown } = run.counts
  const verb = runVerb(run)
  const [one, many] = replacementOf(run)
    ? ['doesn’t have the text', 'don’t have the text']
    : ['already matches', 'already match']
  const parts = [
    ready === 0 ? `No link will be ${verb}` : `${formatCount(ready, 'link')} will be ${verb}`,
    ...countClauses(
      [existing, one, many],
      [faulty, `can’t be ${verb}`],
      [skipped, 'is left out', 'are left out'],
      [created, `was ${verb} before`, `were ${verb} before`],
      [unknown, 'is not certain', 'are not certain'],
    ),
  ]
  return `${parts.join('; ')}.`
}
