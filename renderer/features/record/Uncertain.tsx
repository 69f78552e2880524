import { Button } from '@mantine/core'
import { CircleHelp } from 'lucide-react'
import { useLocation } from 'wouter'
import type { Problem } from '../../../contract/problem.ts'
import { catalogue } from '../../../contract/problemCatalogue.ts'
import type { LinkRecord } from '../../../contract/record.ts'
import { Callout } from '../../ui/Callout.tsx'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'

interface UncertainProps {
  record: LinkRecord
  /** Asks the service what came of it; never makes a second link. */
  lookForIt: () => void
  looking: boolean
  /** What stood in the way of looking for it. */
  problem: Problem | null
  /** What creating again is called here, what it does, and how it begins. */
  again: { label: string; meaning: string; start: () => void }
}

/** A link may have been made. What can be done is said with what it means. */
export function Uncertain({ record, lookForIt, looking, problem, again }: UncertainProps) {
  const [, go] = useLocation()
  const { title, why } = catalogue.create_unknown
  const { cause, said } = record.problem ?? {}
  return (
    <Callout
      tone="warn"
      icon={CircleHelp}
      title={title}
      role="alert"
      actions={
        <>
          <Button size="xs" variant="default" loading={looking} onClick={lookForIt}>
            Look for it
          </Button>
          <Button size="xs" variant="default" onClick={() => go(`/links/${record.id}`)}>
            Look in Links
          </Button>
          <Button size="xs" color="amber" onClick={again.start}>
            {again.label}
          </Button>
        </>
      }
    >
      <p>{why}</p>
      {cause && (
        <p>
          What came back reads: {catalogue[cause].title}.{said && ` It said: “${said}”`}
        </p>
      )}
      <p>
        <strong>Look for it</strong> asks the service again where that cannot make a second link.
      </p>
      <p>
        <strong>Look in Links</strong> shows the entry with everything that is known; nothing is sent.
      </p>
      <p>
        <strong>{again.label}</strong> {again.meaning}
      </p>
      {problem && <ProblemView problem={problem} />}
    </Callout>
  )
}
