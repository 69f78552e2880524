import { Stack } from '@mantine/core'
import { useMemo } from 'react'
import type { LinkRecord } from '../../../contract/app/link/record.ts'
import { linkFields } from '../../../contract/service/link/fields.ts'
import { groupChosenFields, type FieldGroup, type TextField } from '../../link/groups.ts'
import { CopyableCode } from '../../ui/CopyableCode.tsx'
import { CopyIcon } from '../../ui/CopyButton.tsx'
import { Absent, FieldList } from '../../ui/FieldList.tsx'
import { Fold } from '../../ui/Fold.tsx'
import { LongText } from '../../ui/LongText.tsx'
import { FieldWarning } from '../../ui/FieldWarning.tsx'
import { formatJson } from '../jsonEditor/formatJson.ts'
import styles from './record.module.css'

interface FieldGroupsProps {
  groups: FieldGroup[]
  /** The exact JSON text; `null` if there is none. */
  data: string | null
  /** Level of the groups' headings. */
  level: 2 | 3
  /** Warnings by row name. */
  warnings?: ReadonlyMap<string, string>
}

const noWarnings: ReadonlyMap<string, string> = new Map()

/** Shows a link's fields in groups, and its app data unless there is none. */
export function FieldGroups({ groups, data, level, warnings = noWarnings }: FieldGroupsProps) {
  const Heading = `h${level}` as const
  return (
    <>
      {groups.map(({ title, fields }) => (
        <Group key={title} title={title} fields={fields} Heading={Heading} warnings={warnings} />
      ))}
      {data !== null && !/^\s*(\{\s*\})?\s*$/.test(data) && (
        <Stack component="section" gap={6} aria-labelledby="group-data">
          <Heading id="group-data">App data</Heading>
          <AppData data={data} />
        </Stack>
      )}
      <WarningFor name={linkFields.data.label} warnings={warnings} />
    </>
  )
}

/** Shows the fields that the user chose, so that they can check that each is stored as requested. */
export function ChosenFields({ record, level }: { record: LinkRecord; level: 2 | 3 }) {
  const data = (record.stored ?? record.request)?.data ?? null
  return <FieldGroups groups={groupChosenFields(record)} data={data} level={level} />
}

/** Maximum number of lines that are shown unfolded. */
const maxOpenLines = 12

/** Shows app data, formatted by changing only white space. Copying copies the stored text. */
function AppData({ data }: { data: string }) {
  const text = useMemo(() => formatJson(data), [data])
  const lines = text.split('\n').length
  const code = <CopyableCode text={text} label="App data as text" copies={data} copyLabel="Copy App data" />
  return lines > maxOpenLines ? <Fold title={`Show all ${lines} lines`}>{code}</Fold> : code
}

interface GroupProps {
  title: string
  fields: TextField[]
  Heading: 'h2' | 'h3'
  warnings: ReadonlyMap<string, string>
}

function Group({ title, fields, Heading, warnings }: GroupProps) {
  const id = `group-${title.toLowerCase().replaceAll(/\W+/g, '-')}`
  const rows = fields.map((field) => ({
    name: field.name,
    value: <Value field={field} warnings={warnings} />,
  }))
  return (
    <Stack component="section" gap={6} aria-labelledby={id}>
      <Heading id={id}>{title}</Heading>
      <FieldList rows={rows} />
    </Stack>
  )
}

/** Maximum characters of a value before it is shortened. */
const maxValueLength = 160

/** Shows a value with a copy button and its warning. Long values are shortened in the middle. */
function Value({
  field: { name, value, copy },
  warnings,
}: { field: TextField } & Pick<GroupProps, 'warnings'>) {
  return (
    <>
      {value === null ? (
        <Absent />
      ) : (
        <span className={styles['value']}>
          <LongText text={value} max={maxValueLength} />
          <span className={styles['copy']}>
            <CopyIcon text={copy ?? value} label={`Copy ${name}`} />
          </span>
        </span>
      )}
      <WarningFor name={name} warnings={warnings} />
    </>
  )
}

function WarningFor({ name, warnings }: { name: string } & Pick<GroupProps, 'warnings'>) {
  const text = warnings.get(name)
  return text === undefined ? null : <FieldWarning text={text} />
}
