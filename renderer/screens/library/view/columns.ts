import type { ColumnName } from '../../../../contract/library/layout.ts'
import type { SortName } from '../../../../contract/library/view.ts'

/** Labels and sort orders of the columns. */
export const columns: Record<ColumnName, { label: string; sorts: readonly SortName[] }> = {
  destination: { label: 'Goes to', sorts: ['destination'] },
  channel: { label: 'Source / medium', sorts: ['source'] },
  campaign: { label: 'Campaign', sorts: ['campaign'] },
  tags: { label: 'Tags', sorts: [] },
  state: { label: 'State', sorts: [] },
  environment: { label: 'Environment', sorts: [] },
  profile: { label: 'Profile', sorts: [] },
  made: { label: 'Added', sorts: ['newest', 'oldest'] },
  created: { label: 'Created', sorts: ['created', 'createdOldest'] },
  visits: { label: 'Visits', sorts: [] },
  checked: { label: 'Checked', sorts: ['checked'] },
  note: { label: 'Note', sorts: [] },
}
