import { isParameter, parameterLabel, type ParameterField } from '../../../service/link/parameters.ts'
import { linkFields } from '../../../service/link/fields.ts'
import type { ListColumn } from './columnTypes.ts'
import { sourceMediumNames } from './trackingColumns.ts'

const dateWidth = 96
const sourceMediumLabel = sourceMediumNames
  .map((name) => linkFields[`tracking_${name}`].label)
  .map((label, index) => (index === 0 ? label : label.toLowerCase()))
  .join(' / ')

/** The optional columns of a list of links without those of single parameters, in their default order. Names are persisted. */
export const listColumns = {
  destination: { label: 'Goes to', sorts: ['destination'], initial: true, width: 166, share: 1, rank: 13 },
  path: { label: 'Path', initial: true, width: 118, rank: 9 },
  // Links of one campaign often differ only in this.
  channel: { label: sourceMediumLabel, sorts: ['source'], initial: true, width: 130, rank: 12 },
  reportChannel: { label: 'Channel', width: 130, rank: 7 },
  parameters: { label: 'Parameters', width: 150, rank: 3 },
  campaign: { label: 'Campaign', sorts: ['campaign'], initial: true, width: 110, share: 1, rank: 4 },
  tags: { label: 'Tags', initial: true, width: 120, share: 1.2, rank: 6 },
  state: { label: 'State', initial: true, width: 96, rank: 10 },
  environment: { label: 'Environment', initial: true, width: 106, rank: 8 },
  // Hidden early, because rows mark the environment anyway.
  profile: { label: 'Profile', initial: true, width: 110, rank: 3 },
  author: { label: 'Made by', width: 110, rank: 3 },
  visits: { label: 'Visits', sorts: ['visits'], initial: true, width: 100, rank: 11 },
  opened: { label: 'Last opened', sorts: ['opened', 'openedOldest'], width: dateWidth, rank: 5 },
  made: { label: 'Added', sorts: ['newest', 'oldest'], initial: true, width: dateWidth, rank: 5 },
  created: { label: 'Created', sorts: ['created', 'createdOldest'], width: dateWidth, rank: 2 },
  checked: { label: 'Checked', sorts: ['checked'], width: dateWidth, rank: 1 },
  note: { label: 'Note', width: 120, share: 0.7, rank: 0 },
} as const satisfies Record<string, ListColumn>

/** A column of the list: one of the table, or one of a parameter of the addresses. */
export type ColumnName = keyof typeof listColumns | ParameterField

/** Returns a column of the list. */
export function getListColumn(name: ColumnName): ListColumn {
  if (!isParameter(name)) return listColumns[name]
  return { label: parameterLabel(name), width: 120, rank: 3 }
}
