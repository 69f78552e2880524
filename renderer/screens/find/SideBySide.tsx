import { compareLinks } from '../../../contract/compare.ts'
import { linkFields } from '../../../contract/link/fields.ts'
import type { RemoteLink } from '../../../contract/remoteLink.ts'
import { fieldName } from '../../link/fieldNames.ts'
import { aboutTitle, groupFields } from '../../link/groups.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Absent } from '../../ui/FieldList.tsx'
import { LongText } from '../../ui/LongText.tsx'
import { Table } from '../../ui/Table.tsx'
import styles from './find.module.css'

interface SidesProps {
  left: RemoteLink
  right: RemoteLink
}

/** Shows two links field by field, marking differences by more than colour. */
export function SideBySide({ left, right }: SidesProps) {
  const rows = comparedFields({ left, right })
  const count = rows.filter(({ differs }) => differs).length
  return (
    <>
      <p role="status" className={styles['note']}>
        {count === 0
          ? 'Both links do the same. No fields differ.'
          : `${count} ${count === 1 ? 'field differs' : 'fields differ'}.`}
      </p>
      <Table
        className={styles['sides']}
        aria-label="Both links, field by field"
        columns={[
          { head: 'Field', cell: (row) => <FieldName row={row} />, isRowHeader: true },
          {
            head: left.access_path ?? left.path ?? 'This link',
            cell: ({ values }) => <Value value={values[0]} />,
          },
          {
            head: right.access_path ?? right.path ?? 'The other link',
            cell: ({ values }) => <Value value={values[1]} />,
          },
        ]}
        rows={rows}
        getKey={({ name }) => name}
        differs={({ differs }) => differs}
      />
    </>
  )
}

type ComparedField = ReturnType<typeof comparedFields>[number]

function FieldName({ row: { name, differs } }: { row: ComparedField }) {
  return (
    <>
      {name} {differs && <Badge tone="warn">Differs</Badge>}
    </>
  )
}

function Value({ value }: { value: string | null | undefined }) {
  return typeof value !== 'string' ? <Absent /> : <LongText text={value} max={160} />
}

/** Returns every field that defines a link, with both values. Fields added by the service aren't compared. */
function comparedFields({ left, right }: SidesProps) {
  const differing = new Set(
    compareLinks(left, right).map(({ field }) => fieldName(field.replace(/\.\w+$/, ''))),
  )
  const sides = [left, right].map((link) => {
    const fields = groupFields(link)
      .filter(({ title }) => title !== aboutTitle)
      .flatMap((group) => group.fields)
    const active = link.active === null ? null : link.active ? 'Yes' : 'No'
    const values = new Map([['Active', active]])
    // A field that the service adds may have the name of one of ours, which come first.
    for (const { name, value } of fields) if (!values.has(name)) values.set(name, value)
    values.set(linkFields.data.label, link.data)
    return values
  })
  const names = new Set(sides.flatMap((side) => [...side.keys()]))
  return [...names].map((name) => {
    const values = sides.map((side) => side.get(name) ?? null)
    return { name, values, differs: differing.has(name) || (!isCompared(name) && values[0] !== values[1]) }
  })
}

const comparedLabels = new Set<string>(Object.values(linkFields).map(({ label }) => label))

/** Returns whether the contract defines which values of a field are equal. */
function isCompared(name: string): boolean {
  return comparedLabels.has(name)
}
