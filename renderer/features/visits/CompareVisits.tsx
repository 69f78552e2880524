import { Modal } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useRef } from 'react'
import type { VisitLine } from '../../../contract/calls/visits.ts'
import { dayMs, dayOf } from '../../../contract/utcDay.ts'
import { visitLimits } from '../../../contract/visits.ts'
import { useVisitLines } from '../../api/visits.ts'
import { Loading } from '../../ui/Loading.tsx'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import LinesChart from './LinesChart.tsx'
import { SaveVisits } from './SaveVisits.tsx'
import styles from './visits.module.css'

export interface ComparedLink {
  id: string
  name: string
}

interface CompareVisitsProps {
  links: readonly ComparedLink[]
  opened: boolean
  close: () => void
}

/** As many lines can be told apart. */
const mostLines = 6

/** What several links brought in the last fourteen days, in one chart and one table: the channels of a campaign, say. */
export default function CompareVisits({ links, opened, close }: CompareVisitsProps) {
  return (
    <Modal opened={opened} onClose={close} title="Compare visits" size="xl">
      <Compared links={links} />
    </Modal>
  )
}

function Compared({ links }: Pick<CompareVisitsProps, 'links'>) {
  const visits = useVisitLines(links.map(({ id }) => id))
  const { ref, width } = useElementSize()
  const drawing = useRef<SVGSVGElement>(null)
  if (visits.error) return <ProblemView problem={visits.error.problem} />
  if (visits.data === undefined) return <Loading label="Loading the visits" />
  const { lines, problem } = visits.data
  const last = visits.dataUpdatedAt
  const days = Array.from({ length: visitLimits.line }, (_, index) =>
    dayOf(last - (visitLimits.line - 1 - index) * dayMs),
  )
  const rows = links
    .flatMap(({ id, name }) => (lines[id] ? [rowOf(id, name, lines[id])] : []))
    .toSorted((a, b) => b.recent - a.recent)
  return (
    <div className={styles['visits']}>
      {problem && <ProblemView problem={problem} outcome="Not all visits could be asked for." />}
      <div ref={ref} className={styles['frame']}>
        {width > 0 && (
          <LinesChart
            ref={drawing}
            days={days}
            lines={rows.slice(0, mostLines)}
            label="Visits of each link in the last 14 days"
            width={width}
          />
        )}
      </div>
      {rows.length > mostLines && (
        <p className={styles['quiet']}>
          The chart shows the {mostLines} links that brought most; the table has all {rows.length}.
        </p>
      )}
      {rows.length < links.length && (
        <p className={styles['quiet']}>
          {links.length - rows.length} of the links are of a service that does not report visits, or not there
          any more.
        </p>
      )}
      <Table rows={rows} />
      <div className={styles['below']}>
        <span className={styles['quiet']}>Days are those of UTC.</span>
        <SaveVisits
          name="visits-compared"
          cells={() => [
            ['Link', ...days, 'Visits in all', 'Bots'],
            ...rows.map(({ name, line, total, bots }) => [
              name,
              ...line.map(String),
              String(total),
              String(bots),
            ]),
          ]}
          drawing={drawing}
        />
      </div>
    </div>
  )
}

interface Row extends VisitLine, ComparedLink {
  /** Visits of the last fourteen days. */
  recent: number
}

function rowOf(id: string, name: string, line: VisitLine): Row {
  return { id, name, ...line, recent: line.line.reduce((sum, visits) => sum + visits, 0) }
}

function Table({ rows }: { rows: readonly Row[] }) {
  return (
    <div className={styles['scroll']} role="region" aria-label="Visits of each link" tabIndex={0}>
      <table className={styles['table']}>
        <thead>
          <tr>
            {['Link', '14 days', 'Since yesterday', 'In all', 'Bots'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, line, recent, total, bots }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              {[recent, (line.at(-1) ?? 0) + (line.at(-2) ?? 0), total, bots].map((count, index) => (
                <td key={index}>{count.toLocaleString()}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
