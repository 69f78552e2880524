import { LongText } from '../../ui/LongText.tsx'
import type { ChangedField } from './patches.ts'
import styles from './change.module.css'

/** Maximum length of a value, in characters, before it is shortened. */
const maxValueLength = 120

/** Shows what a change does, field by field. */
export function ChangeRows({ rows }: { rows: readonly ChangedField[] }) {
  return (
    <table className={styles['rows']}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Now</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, before, after }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              <LongText text={before || 'Nothing'} max={maxValueLength} />
            </td>
            <td>
              <LongText text={after || 'Nothing'} max={maxValueLength} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
