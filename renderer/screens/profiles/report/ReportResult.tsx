import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import type { CallOutput } from '../../../../contract/app/calls/calls.ts'
import type { AuditedRow } from '../../../../contract/app/rules/check/reportAudit.ts'
import { trackingNames } from '../../../../contract/service/link/fields.ts'
import { ruleFieldLabel } from '../../../../contract/service/rules/ruleFields.ts'
import { useCsvDelimiter } from '../../../session/csvDelimiter.ts'
import { linkPath } from '../../../session/routes.ts'
import { formatCount, formatNumber } from '../../../ui/formatCount.ts'
import { saveTable } from '../../../ui/saveTable/saveTable.ts'
import { SaveTableButton } from '../../../ui/saveTable/SaveTableButton.tsx'
import { Table, type TableColumn } from '../../../ui/Table.tsx'
import { QuietText } from '../../../ui/variants.ts'

type Audit = CallOutput<'rules.audit'>

const shownAtFirst = 100

/** Shows the rows of a report that are wrong, most visits first, with a list to save. */
export function ReportResult({ audit }: { audit: Audit }) {
  const [isAll, setIsAll] = useState(false)
  const delimiter = useCsvDelimiter()
  const { rows, isCut, checked } = audit
  const shown = isAll ? rows : rows.slice(0, shownAtFirst)
  return (
    <Stack gap="sm">
      <Group justify="space-between" role="status">
        <Text>{summary(audit)}</Text>
        {rows.length > 0 && (
          <SaveTableButton
            label="Save the list"
            size="xs"
            save={(format) => saveTable('report-check', format, listRows(rows), delimiter)}
          />
        )}
      </Group>
      {isCut && <Text c="var(--warn-text)">Only the first {formatNumber(checked)} rows were checked.</Text>}
      {rows.length > 0 && <Table columns={columns} rows={shown} getKey={rowKey} />}
      {shown.length < rows.length && (
        <Button variant="default" onClick={() => setIsAll(true)}>
          Show all {formatNumber(rows.length)}
        </Button>
      )}
    </Stack>
  )
}

function summary({ rows, checked, visits }: Audit): string {
  const unassigned = sumVisits(rows.filter(({ isUnassigned }) => isUnassigned))
  const lost = unassigned === 0 ? '' : ` Unassigned: ${formatCount(unassigned, 'visit')}.`
  const count = formatCount(checked, 'row')
  if (rows.length === 0) return `Nothing is wrong in ${count} with ${formatCount(visits, 'visit')}.`
  return `${formatNumber(rows.length)} of ${count} and ${formatNumber(sumVisits(rows))} of ${formatCount(visits, 'visit')} need a look.${lost}`
}

function sumVisits(rows: readonly AuditedRow[]): number {
  return rows.reduce((sum, { visits }) => sum + visits, 0)
}

function rowKey(row: AuditedRow): string {
  return JSON.stringify([...trackingNames.map((name) => row[name]), row.isUnassigned, row.visits])
}

/** Returns the nearest right values that differ, one line each. */
function nearestLines({ nearest, ...row }: AuditedRow): string[] {
  if (nearest === null) return []
  const changed = trackingNames.filter((name) => nearest[name] !== row[name])
  return changed.map((name) => `${ruleFieldLabel(name)}: ${nearest[name]}`)
}

const columns: TableColumn<AuditedRow>[] = [
  {
    head: 'Source / medium',
    isRowHeader: true,
    cell: ({ source, medium }) => `${source} / ${medium || '(not set)'}`,
  },
  { head: 'Campaign', hasLongWords: true, cell: ({ campaign }) => campaign || '–' },
  { head: 'Visits', isNumber: true, cell: ({ visits }) => formatNumber(visits) },
  { head: 'What is wrong', hasLongWords: true, cell: ({ problems }) => <Lines texts={problems} /> },
  { head: 'Nearest right value', hasLongWords: true, cell: (row) => <Lines texts={nearestLines(row)} /> },
  { head: 'Links', cell: (row) => <LinksOfRow row={row} /> },
]

function Lines({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return '–'
  return texts.map((text) => <div key={text}>{text}</div>)
}

/** Opens the links that a row comes from. Their tracking can also be part of their addresses. */
function LinksOfRow({ row: { links, latest, ...row } }: { row: AuditedRow }) {
  if (latest === null)
    return (
      <QuietText span title="No link in your library has this tracking">
        None
      </QuietText>
    )
  const values = trackingNames.flatMap((name) => (row[name] === '' ? [] : [[name, row[name]]]))
  const href = links === 1 ? linkPath(latest) : `/links?${new URLSearchParams(values).toString()}`
  return (
    <Anchor component={Link} href={href}>
      {formatCount(links, 'link')}
    </Anchor>
  )
}

/** Returns the list as a table to save. */
function listRows(rows: readonly AuditedRow[]): string[][] {
  const header = [
    ...trackingNames.map((name) => ruleFieldLabel(name)),
    ...['Visits', 'Unassigned', 'What is wrong', 'Nearest right value', 'Links'],
  ]
  const cells = rows.map((row) => [
    ...trackingNames.map((name) => row[name]),
    ...[String(row.visits), row.isUnassigned ? 'yes' : 'no', row.problems.join(' ')],
    ...[nearestLines(row).join(', '), String(row.links)],
  ])
  return [header, ...cells]
}
