import { Button } from '@mantine/core'
import { GitCompareArrows } from 'lucide-react'
import { catalogue } from '../../../contract/app/problems/problemCatalogue.ts'
import { Callout } from '../../ui/Callout.tsx'
import { FieldTable, type ComparedField } from '../../ui/FieldTable.tsx'
import { SmallButton } from '../../ui/variants.ts'

interface ConflictProps {
  rows: readonly ComparedField[]
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
          <SmallButton disabled={sending} onClick={keepTheirs}>
            Keep theirs
          </SmallButton>
          <Button size="xs" color={production ? 'amber' : 'ink'} loading={sending} onClick={applyMine}>
            {production ? 'Apply my changes in production' : 'Apply my changes'}
          </Button>
        </>
      }
    >
      <p>{why}</p>
      <FieldTable heads={['Theirs (current)', 'Yours']} rows={rows} />
      <p>
        <strong>Apply my changes</strong> updates only the fields you changed, and keeps their other changes.
      </p>
    </Callout>
  )
}
