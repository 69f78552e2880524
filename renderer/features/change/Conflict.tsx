import { Button } from '@mantine/core'
import { GitCompareArrows } from 'lucide-react'
import { catalogue } from '../../../contract/app/problems/problemCatalogue.ts'
import { Callout } from '../../ui/Callout.tsx'
import { LongText } from '../../ui/LongText.tsx'
import type { ConflictRow } from './patches.ts'
import styles from './change.module.css'

interface ConflictProps {
  rows: readonly ConflictRow[]
  production: boolean
  sending: boolean
  keepTheirs: () => void
  applyMine: () => void
}

/** Shows both versions of a link that someone else has changed in the meantime, and asks which one to keep. */
export function Conflict({ rows, production, sending, keepTheirs, applyMine }: ConflictProps) {
  const { title, why } = catalogue.link_changed
  return (
    <Callout
      tone="warn"
      icon={GitCompareArrows}
      title={title}
      role="alert"
      actions={
        <>
          <Button size="xs" variant="default" disabled={sending} onClick={keepTheirs}>
            Keep theirs
          </Button>
          <Button size="xs" color={production ? 'amber' : 'ink'} loading={sending} onClick={applyMine}>
            {production ? 'Apply my changes in production' : 'Apply my changes'}
          </Button>
        </>
      }
    >
      <p>{why}</p>
      <table className={styles['rows']}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Theirs (current)</th>
            <th scope="col">Yours</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, theirs, mine, isBoth }) => (
            <tr key={name} data-both={isBoth || undefined}>
              <th scope="row">{name}</th>
              <td>
                <LongText text={theirs || 'Nothing'} max={120} />
              </td>
              <td>
                {mine === null ? 'Not changed by you' : <LongText text={mine || 'Nothing'} max={120} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        <strong>Apply my changes</strong> updates only the fields you changed, and keeps their other changes.
      </p>
    </Callout>
  )
}
