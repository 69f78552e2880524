import { Button, Group, Progress, Radio } from '@mantine/core'
import { useState } from 'react'
import { longWork } from '../../../../contract/app/jobs/longWork.ts'
import { useJobs } from '../../../api/jobs.ts'
import { shorten } from '../../../ui/shorten.ts'
import { useCallMutation } from '../../../api/useCall.ts'
import type { Step } from './useNewRun.ts'
import styles from './create.module.css'

interface ReadingTableProps {
  step: Exclude<Step, { at: 'choosing' }>
  takeSheet: (sheet: number) => void
  back: () => void
}

/** Shows the progress of uploading and reading a table, or asks which sheet of a workbook to use. */
export function ReadingTable({ step, takeSheet, back }: ReadingTableProps) {
  return (
    <div className={styles['page']}>
      {step.at === 'sheets' ? (
        <Sheets step={step} takeSheet={takeSheet} back={back} />
      ) : (
        <ReadingProgress step={step} back={back} />
      )}
    </div>
  )
}

function ReadingProgress({
  step,
  back,
}: Pick<ReadingTableProps, 'back'> & { step: Exclude<ReadingTableProps['step'], { at: 'sheets' }> }) {
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
    <div className={styles['reading']}>
      <p role="status">{doing}</p>
      <Progress value={share * 100} animated={share === 1} aria-label={doing} />
      <Button variant="default" autoFocus onClick={stop}>
        Cancel
      </Button>
    </div>
  )
}

function Sheets({ step, takeSheet, back }: ReadingTableProps & { step: Extract<Step, { at: 'sheets' }> }) {
  const [sheet, setSheet] = useState('0')
  const submit = (event: React.SyntheticEvent) => {
    event.preventDefault()
    takeSheet(Number(sheet))
  }
  return (
    <form className={styles['reading']} onSubmit={submit}>
      <Radio.Group label={`Which sheet of ${shorten(step.name, 60)}?`} value={sheet} onChange={setSheet}>
        <div className={styles['sheets']}>
          {step.sheets.map((name, index) => (
            <Radio key={index} value={String(index)} label={shorten(name, 80)} autoFocus={index === 0} />
          ))}
        </div>
      </Radio.Group>
      <Group gap="xs">
        <Button variant="default" onClick={back}>
          Choose another file
        </Button>
        <Button type="submit">Continue</Button>
      </Group>
    </form>
  )
}
