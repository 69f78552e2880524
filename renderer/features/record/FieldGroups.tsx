import type { FieldGroup } from '../../link/groups.ts'
import { Code } from '../../ui/Code.tsx'
import { FieldList } from '../../ui/FieldList.tsx'
import type { FieldRow } from '../../ui/FieldList.tsx'
import styles from './record.module.css'

interface FieldGroupsProps {
  groups: FieldGroup[]
  /** JSON text to the letter; `null` without any. */
  data: string | null
  /** Of the groups' headings. */
  level: 2 | 3
}

/** A link in the groups that people think in, and its app data as it was spelled. */
export function FieldGroups({ groups, data, level }: FieldGroupsProps) {
  const Heading = `h${level}` as const
  return (
    <>
      {groups.map(({ title, fields }) => (
        <Group key={title} title={title} rows={fields} Heading={Heading} />
      ))}
      <section className={styles['group']} aria-labelledby="group-data">
        <Heading id="group-data">App data</Heading>
        {data === null || /^\{\s*\}$/.test(data) ? (
          <p className={styles['quiet']}>No data is passed to the app.</p>
        ) : (
          <Code text={data} label="App data as text" />
        )}
      </section>
    </>
  )
}

function Group({ title, rows, Heading }: { title: string; rows: FieldRow[]; Heading: 'h2' | 'h3' }) {
  const id = `group-${title.toLowerCase().replaceAll(/\W+/g, '-')}`
  return (
    <section className={styles['group']} aria-labelledby={id}>
      <Heading id={id}>{title}</Heading>
      <FieldList rows={rows} />
    </section>
  )
}
