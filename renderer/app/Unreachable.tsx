import { Button } from '@mantine/core'
import type { Problem } from '../../contract/problem.ts'
import { ProblemView } from '../ui/problem/ProblemView.tsx'
import { Mark } from '../ui/Brand.tsx'
import styles from './shell.module.css'

/** The window without its app: all that can be said and done. */
export function Unreachable({ problem, retry }: { problem: Problem; retry: () => void }) {
  return (
    <main className={styles['alone']}>
      <h1>
        <Mark size={28} /> Linkwright
      </h1>
      <ProblemView
        problem={problem}
        actions={
          <Button variant="default" size="xs" onClick={retry}>
            Try again
          </Button>
        }
      />
    </main>
  )
}
