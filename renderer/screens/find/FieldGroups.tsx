import { Code } from '../../ui/Code.tsx'
import { FieldList } from '../../ui/FieldList.tsx'
import type { FieldRow } from '../../ui/FieldList.tsx'
import type { FoundLink } from '../../../contract/calls/links.ts'
import { dataTextIn } from '../../link/dataText.ts'
import { groupsOf } from './groups.ts'
import styles from './find.module.css'

/** Every field that the service stores, in groups that people think in; what the specification does not know comes last. */
export function FieldGroups({ found }: { found: FoundLink }) {
  const data = dataTextIn(found.raw)
  return (
    <>
      {groupsOf(found.link).map(({ title, fields }) => (
        <Group key={title} title={title} rows={fields} />
      ))}
      <section aria-labelledby="group-data">
        <h2 id="group-data">App data</h2>
        {data === null || data === '{}' || data === 'null' ? (
          <p className={styles['nothing']}>Nothing is passed to the app.</p>
        ) : (
          <Code text={data} label="App data as text" />
        )}
      </section>
    </>
  )
}

function Group({ title, rows }: { title: string; rows: FieldRow[] }) {
  const id = `group-${title.toLowerCase().replaceAll(/\W+/g, '-')}`
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <FieldList rows={rows} />
    </section>
  )
}
