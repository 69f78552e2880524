import { Button } from '@mantine/core'
import { CircleCheck, CircleHelp, CircleOff, RefreshCw } from 'lucide-react'
import { findingTexts } from '../../../contract/appLinks/findingTexts.ts'
import type { AppLinkFinding, AppLinkReport, AppLinkVerdict } from '../../../contract/calls/appLinks.ts'
import { Elapsed } from '../../ui/Elapsed.tsx'
import { Fold } from '../../ui/Fold.tsx'
import { formatTime } from '../../ui/formatTime.ts'
import { ProblemView } from '../../ui/problem/ProblemView.tsx'
import { useCall, useCallMutation } from '../../api/useCall.ts'
import { claimNote, contradictionNote, reasonOf } from './appWords.ts'
import styles from './simulator.module.css'

export interface AppOpeningProps {
  link: string
  /** Level of the heading. */
  level: 2 | 3
  /** Whether the link says that phones must stay in the browser. */
  staysInBrowser?: Record<'ios' | 'android', boolean>
}

const headings = { 2: 'h2', 3: 'h3' } as const

/** Shows for each kind of phone whether it opens the app from a link, and checks it when asked. */
export default function AppOpeningPart({ link, level, staysInBrowser }: AppOpeningProps) {
  const { data: report = null, isPending } = useCall('appLinks.get', { link })
  const checking = useCallMutation('appLinks.check')
  if (isPending) return null
  const Heading = headings[level]
  return (
    <section className={styles['opening']} aria-label="With the app">
      <Heading>With the app</Heading>
      <Platforms report={report} link={link} staysInBrowser={staysInBrowser} />
      {report && <CheckedAt report={report} />}
      {checking.error && (
        <ProblemView problem={checking.error.problem} outcome="The domain was not checked." />
      )}
      {report?.checkedAt !== null && (
        <CheckButton
          label={report ? 'Check again' : 'Check whether phones open the app'}
          isPending={checking.isPending}
          check={() => checking.mutate({ link })}
        />
      )}
    </section>
  )
}

interface PlatformsProps extends Pick<AppOpeningProps, 'link'> {
  report: AppLinkReport | null
  staysInBrowser: AppOpeningProps['staysInBrowser'] | undefined
}

/** One line for each platform, or one for both if no phone can reach the link. */
function Platforms({ report, link, staysInBrowser }: PlatformsProps) {
  return (
    <ul className={styles['outcomes']} aria-live="polite">
      {report?.checkedAt === null ? (
        <Platform name="iPhone, iPad and Android" verdict={report.ios} link={link} />
      ) : (
        <>
          <Platform
            name="iPhone and iPad"
            verdict={report?.ios ?? null}
            link={link}
            stays={staysInBrowser?.ios}
          />
          <Platform
            name="Android"
            verdict={report?.android ?? null}
            link={link}
            stays={staysInBrowser?.android}
          />
        </>
      )}
    </ul>
  )
}

interface CheckButtonProps {
  label: string
  isPending: boolean
  check: () => void
}

function CheckButton({ label, isPending, check }: CheckButtonProps) {
  return (
    <div className={styles['openingActions']}>
      <Button
        variant="default"
        leftSection={<RefreshCw size={15} aria-hidden />}
        loading={isPending}
        onClick={check}
      >
        {label}
      </Button>
      {isPending && <Elapsed />}
    </div>
  )
}

function CheckedAt({ report: { checkedAt, host, ios, android } }: { report: AppLinkReport }) {
  if (checkedAt === null) return null
  const opens = [ios, android].some(({ state }) => state === 'opens')
  return (
    <p className={styles['why']}>
      Files of {host}, checked on {formatTime(checkedAt)}. {opens && claimNote}
    </p>
  )
}

const states = {
  opens: { icon: CircleCheck, tone: 'good' },
  would_not_open: { icon: CircleOff, tone: 'bad' },
  not_checked: { icon: CircleHelp, tone: 'quiet' },
} as const

interface PlatformProps {
  name: string
  verdict: AppLinkVerdict | null
  link: string
  /** Whether the link says that it must stay in the browser. */
  stays?: boolean | undefined
}

function Platform({ name, verdict, link, stays = false }: PlatformProps) {
  const { icon: Icon, tone } = states[verdict?.state ?? 'not_checked']
  return (
    <li className={styles['outcome']} data-tone={tone}>
      <Icon size={16} aria-hidden />
      <div>
        <span className={styles['who']}>
          {name}: {stateText(verdict, link)}
        </span>
        {stays && verdict?.state === 'opens' && <span className={styles['what']}>{contradictionNote}</span>}
        {verdict && <Verdict verdict={verdict} />}
      </div>
    </li>
  )
}

function stateText(verdict: AppLinkVerdict | null, link: string): string {
  if (verdict?.state === 'opens') return 'the domain’s file lets the app open'
  return verdict?.state === 'would_not_open' ? `would not open, ${reasonOf(verdict, link)}` : 'not checked'
}

function Verdict({ verdict: { state, finding, apps, rule, warnings } }: { verdict: AppLinkVerdict }) {
  const text = finding && findingTexts[finding.code]
  return (
    <>
      {text && (
        <span className={styles['what']}>
          {state === 'not_checked' && `${text.title}. `}
          {text.why} {text.advice}
        </span>
      )}
      {finding?.detail !== undefined && finding.detail !== rule && (
        <span className={styles['why']}>
          Found: <code>{finding.detail}</code>
        </span>
      )}
      {apps.length > 0 && (
        <span className={styles['why']}>
          App: <code>{shownApps(apps)}</code>
        </span>
      )}
      {state === 'opens' && rule === null && (
        <span className={styles['what']}>It may open every link of the domain that its manifest claims.</span>
      )}
      {rule !== null && (
        <span className={styles['why']}>
          Matched: <code>{rule}</code>
        </span>
      )}
      {warnings.length > 0 && <Warnings warnings={warnings} />}
    </>
  )
}

/** Maximum number of apps that are named. */
const maxApps = 5

function shownApps(apps: readonly string[]): string {
  const rest = apps.length - maxApps
  return [...apps.slice(0, maxApps), ...(rest > 0 ? [`${rest} more`] : [])].join(', ')
}

function Warnings({ warnings }: { warnings: readonly AppLinkFinding[] }) {
  return (
    <Fold title="Good to know">
      <ul className={styles['notes']}>
        {warnings.map(({ code, detail }, index) => {
          const { title, why, advice } = findingTexts[code]
          return (
            <li key={index}>
              <strong>{title}.</strong> {why} {advice} {detail !== undefined && <code>{detail}</code>}
            </li>
          )
        })}
      </ul>
    </Fold>
  )
}
