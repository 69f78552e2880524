import { Button, Group, Progress, Radio, Stack, Text } from '@mantine/core'
import { Activity, useState, type ReactNode } from 'react'
import { longWork } from '../../../../contract/app/jobs/longWork.ts'
import { useJobs } from '../../../api/jobs.ts'
import { shorten } from '../../../ui/shorten.ts'
import { useCallMutation } from '../../../api/useCall.ts'
import { ProblemView } from '../../../ui/problem/ProblemView.tsx'
import type { Step, useNewRun } from './useNewRun.ts'
import styles from './create.module.css'

type NewTable = ReturnType<typeof useNewRun>

/**
 * Shows where the user chooses a table, or the progress of reading one. `children` stay mounted, so that typed text isn't
 * lost if the table can't be read.
 */
export function TableReader({ step, takeSheet, back, children }: NewTable & { children: ReactNode }) {
  return (
    <>
      {step.at !== 'choosing' && (
        <NewRunPage>
          {step.at === 'sheets' ? (
            <Sheets step={step} takeSheet={takeSheet} back={back} />
          ) : (
            <ReadingProgress step={step} back={back} />
          )}
        </NewRunPage>
      )}
      <Activity mode={step.at === 'choosing' ? 'visible' : 'hidden'}>{children}</Activity>
    </>
  )
}

/** Frames the start of a new run. */
export function NewRunPage({ children }: { children: ReactNode }) {
  return (
    <Stack className={styles['page'] ?? ''} gap={28} maw="calc(var(--measure) + 48px)" p="24px var(--gutter)">
      {children}
    </Stack>
  )
}

/** Shows why a table could not be read. */
export function TableProblem({ step }: Pick<NewTable, 'step'>) {
  return step.at === 'choosing' && step.problem && <ProblemView problem={step.problem} />
}

interface ReadingProgressProps extends Pick<NewTable, 'back'> {
  step: Extract<Step, { at: 'sending' | 'reading' }>
}

function ReadingProgress({ step, back }: ReadingProgressProps) {
  const jobs = useJobs()
  const cancel = useCallMutation('jobs.cancel')
  const job = jobs.find(({ run, state }) => state === 'running' && step.at === 'reading' && run === step.run)
  const reached = job?.total ? job.done / job.total : 1
  const share = step.at === 'sending' ? step.share : reached
  const doing = job ? longWork[job.kind].doing : `Reading ${shorten(step.name, 60)}`
  const stop = () => {
    if (job) cancel.mutate({ id: job.id })
    back()
  }
  return (
    <Stack maw={520} align="flex-start">
      <Text role="status" c="dimmed">
        {doing}
      </Text>
      <Progress w="100%" value={share * 100} animated={share === 1} aria-label={doing} />
      <Button variant="default" autoFocus onClick={stop}>
        Cancel
      </Button>
    </Stack>
  )
}

interface SheetsProps extends Pick<NewTable, 'takeSheet' | 'back'> {
  step: Extract<Step, { at: 'sheets' }>
}

function Sheets({ step, takeSheet, back }: SheetsProps) {
  const [sheet, setSheet] = useState('0')
  const submit = (event: React.SyntheticEvent) => {
    event.preventDefault()
    takeSheet(Number(sheet))
  }
  return (
    <Stack component="form" maw={520} onSubmit={submit}>
      <Radio.Group label={`Which sheet of ${shorten(step.name, 60)}?`} value={sheet} onChange={setSheet}>
        <Stack gap={10} mah="50vh" p="8px 2px" style={{ overflow: 'auto' }}>
          {step.sheets.map((name, index) => (
            <Radio key={index} value={String(index)} label={shorten(name, 80)} autoFocus={index === 0} />
          ))}
        </Stack>
      </Radio.Group>
      <Group gap="xs">
        <Button variant="default" onClick={back}>
          Choose another file
        </Button>
        <Button type="submit">Continue</Button>
      </Group>
    </Stack>
  )
}
