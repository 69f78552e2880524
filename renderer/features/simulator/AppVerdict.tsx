import { Text } from '@mantine/core'
import { CircleCheck, CircleHelp, CircleOff, Globe } from 'lucide-react'
import { findingTexts } from '../../../contract/service/appLinks/findingTexts.ts'
import type {
  AppLinkFinding,
  AppLinkReport,
  AppLinkVerdict,
} from '../../../contract/app/calls/app/appLinks.ts'
import { FieldWarning } from '../../ui/FieldWarning.tsx'
import { Fold } from '../../ui/Fold.tsx'
import { contradictionNote, olderAndroidNote, shownApps, verdictText } from './appWords.ts'
import type { EvaluatedLink } from './appWords.ts'
import { describeCopy } from './copyWords.ts'
import styles from './simulator.module.css'

interface AppVerdictsProps extends EvaluatedLink {
  report: AppLinkReport | null
  /** Whether the link tells phones to stay in the browser. */
  staysInBrowser?: Record<'ios' | 'android', boolean> | undefined
}

/** Shows one line for each platform, or one for both if no phone can reach the link. */
export function AppVerdicts({ report, staysInBrowser, ...target }: AppVerdictsProps) {
  return (
    <ul className={styles['outcomes']} aria-live="polite">
      {report?.checkedAt === null ? (
        <Platform name="iPhone, iPad and Android" verdict={report.ios} {...target} />
      ) : (
        <>
          <Platform
            name="iPhone and iPad"
            verdict={report?.ios ?? null}
            stays={staysInBrowser?.ios}
            copies={report?.copies}
            owner="Apple"
            {...target}
          />
          <Platform
            name="Android"
            verdict={report?.android ?? null}
            stays={staysInBrowser?.android}
            copies={report?.copies}
            owner="Google"
            {...target}
          />
        </>
      )}
    </ul>
  )
}

const states = {
  opens: { icon: CircleCheck, tone: 'good' },
  would_not_open: { icon: CircleOff, tone: 'bad' },
  not_checked: { icon: CircleHelp, tone: 'quiet' },
  stays: { icon: Globe, tone: 'quiet' },
} as const

interface CopyProps {
  /** The copies of the servers through which phones read the files, if they were asked. */
  copies?: AppLinkReport['copies'] | undefined
  owner?: 'Apple' | 'Google' | undefined
}

function Copy({ owner, copies }: CopyProps) {
  if (!owner || !copies) return null
  const copy = owner === 'Apple' ? copies.apple : copies.google
  const text = describeCopy(owner, copy)
  const isFine = copy.state === 'same' || copy.state === 'unknown'
  return <span className={styles['what']}>{isFine ? text : <FieldWarning text={text} />}</span>
}

interface PlatformProps extends EvaluatedLink, CopyProps {
  name: string
  verdict: AppLinkVerdict | null
  /** Whether the link tells phones to stay in the browser. */
  stays?: boolean | undefined
}

function Platform({ name, verdict, stays = false, copies, owner, ...target }: PlatformProps) {
  const agrees = stays && verdict?.state === 'would_not_open'
  const { icon: Icon, tone } = agrees ? states.stays : states[verdict?.state ?? 'not_checked']
  const text = agrees ? 'stays in the browser, as requested by the link' : verdictText(verdict, target)
  return (
    <li className={styles['outcome']} data-tone={tone}>
      <Icon size={16} aria-hidden />
      <div>
        <Text span fz="sm" fw={550}>
          {name}: {text}
        </Text>
        {stays && verdict?.state === 'opens' && <span className={styles['what']}>{contradictionNote}</span>}
        <Copy owner={owner} copies={copies} />
        {verdict && <Verdict verdict={verdict} wholeDomain={target.wholeDomain} agrees={agrees} />}
      </div>
    </li>
  )
}

interface VerdictProps {
  verdict: AppLinkVerdict
  wholeDomain: boolean
  /** Whether the link wants the behaviour that the file causes. */
  agrees: boolean
}

function Verdict({ verdict, wholeDomain, agrees }: VerdictProps) {
  const { state, finding, apps, rule, warnings } = verdict
  return (
    <>
      {finding && <Reason finding={finding} state={state} rule={rule} agrees={agrees} />}
      {apps.length > 0 && (
        <Text className={styles['why']} span c="dimmed" fz="xs" textWrap="pretty">
          {apps.length > 1 ? 'Apps' : 'App'}: <code>{shownApps(apps)}</code>
        </Text>
      )}
      {state === 'opens' && rule === null && (
        <span className={styles['what']}>
          {wholeDomain
            ? 'The file’s patterns decide for each link. See a link’s page for its result.'
            : 'The app may open every link of the domain that its manifest claims.'}
        </span>
      )}
      {rule !== null && (
        <Text className={styles['why']} span c="dimmed" fz="xs" textWrap="pretty">
          Matched: <code>{rule}</code>
        </Text>
      )}
      {warnings.length > 0 && <Warnings warnings={warnings} />}
    </>
  )
}

interface ReasonProps extends Pick<AppLinkVerdict, 'state' | 'rule'> {
  finding: AppLinkFinding
  agrees: boolean
}

/** Shows why phones don't open the app and what to do about it, unless the link is meant to stay in the browser. */
function Reason({ finding: { code, detail }, state, rule, agrees }: ReasonProps) {
  if (agrees) {
    const isRule = code === 'android_excluded' || code === 'android_not_listed'
    return isRule && <span className={styles['what']}>{olderAndroidNote}</span>
  }
  const { title, why, advice } = findingTexts[code]
  return (
    <>
      <span className={styles['what']}>
        {state === 'not_checked' && `${title}. `}
        {why} {advice}
      </span>
      {detail !== undefined && isErrorCode(detail) && (
        <Fold title="Details">
          <code>{detail}</code>
        </Fold>
      )}
      {detail !== undefined && detail !== rule && !isErrorCode(detail) && (
        <Text className={styles['why']} span c="dimmed" fz="xs" textWrap="pretty">
          Found: <code>{detail}</code>
        </Text>
      )}
    </>
  )
}

/** Whether a detail is what the system says, such as `DEPTH_ZERO_SELF_SIGNED_CERT: …`, which needs no reading. */
function isErrorCode(detail: string): boolean {
  return /^[A-Z][A-Z0-9]*_[A-Z0-9_]+/.test(detail)
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
