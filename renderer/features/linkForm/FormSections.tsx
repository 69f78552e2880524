import { Stack, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { ChevronRight, CircleAlert, Globe, TriangleAlert } from 'lucide-react'
import { createContext, lazy, useContext, type ReactNode } from 'react'
import { sectionTitles, type SectionName } from '../../../contract/service/link/fields.ts'
import { PathField } from './PathField.tsx'
import { useSectionState } from '../../link/FormChecks.tsx'
import { useDerived } from '../../link/FormContext.tsx'
import { LaterPart } from '../../session/ErrorBoundary.tsx'
import { useSession } from '../../session/Session.tsx'
import { ImageField } from './ImageField.tsx'
import { MeteredField } from './MeteredField.tsx'
import { PhoneField } from './PhoneField.tsx'
import { PreviewFields } from './PreviewFields.tsx'
import { summarizeCard, summarizeData, summarizePhones } from './summaries.ts'
import { TargetField } from './TargetField.tsx'
import { TrackingFields } from './TrackingFields.tsx'
import styles from './linkForm.module.css'

// Loaded after the first screen, because they need large modules that no other field needs.
const TagsField = lazy(() => import('./TagsField.tsx').then((file) => ({ default: file.TagsField })))
const DataEditor = lazy(() =>
  import('../jsonEditor/DataEditor.tsx').then((file) => ({ default: file.DataEditor })),
)

/**
 * Content that the editor of an existing link adds to each section. Passed in, because the first screen doesn't need
 * it.
 */
export const SectionMarksContext = createContext<((section: SectionName) => ReactNode) | null>(null)

/** Shows the fields that nearly everyone fills in, address first. The others are folded and summarized in one line. */
export function FormSections() {
  const { hasApp } = useSession().current.profile
  // A path can't be changed.
  const isNew = useContext(SectionMarksContext) === null
  return (
    <Stack gap={0}>
      <Section name="basics">
        <TargetField
          name="desktopUrl"
          path="desktop_custom_redirect.url"
          label="Where does it go?"
          icon={Globe}
          size="md"
        />
        <MeteredField name="title" />
        {isNew && <PathField />}
      </Section>
      <Section name="tracking">
        <TrackingFields />
      </Section>
      <Section name="tags">
        <LaterPart fallback={<div className={styles['tagsWait']} aria-busy />}>
          <TagsField />
        </LaterPart>
      </Section>
      <FoldedSection name="phones" summary={useDerived((form) => summarizePhones(form, hasApp))}>
        <PhoneField phone="ios" label="iPhone and iPad" />
        <PhoneField phone="android" label="Android" />
      </FoldedSection>
      <FoldedSection name="card" summary={useDerived(summarizeCard)}>
        <MeteredField name="subtitle" />
        <ImageField />
        <PreviewFields />
      </FoldedSection>
      <FoldedSection name="data" summary={useDerived(summarizeData)}>
        <LaterPart fallback={<div className={styles['dataWait']} aria-busy />}>
          <DataEditor />
        </LaterPart>
      </FoldedSection>
    </Stack>
  )
}

interface SectionProps {
  name: SectionName
  children: ReactNode
}

/** Shows a part of the form that is always open. Its fields say what they are, so only screen readers get the title. */
function Section({ name, children }: SectionProps) {
  const id = `section-${name}`
  const marks = useContext(SectionMarksContext)
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <VisuallyHidden component="h2" id={id}>
        {sectionTitles[name]}
      </VisuallyHidden>
      {children}
      {marks?.(name)}
    </section>
  )
}

const problemIcons = {
  error: <CircleAlert size={15} aria-label="has errors" />,
  warning: <TriangleAlert size={15} aria-label="has warnings" />,
}

/** Shows a folded part of the form. It opens by itself when one of its fields has an error. */
function FoldedSection({ name, summary, children }: SectionProps & { summary: string }) {
  const state = useSectionState(name)
  const marks = useContext(SectionMarksContext)
  const [opened, { toggle, open }] = useDisclosure(false)
  if (state === 'error' && !opened) open()
  const problem = state && problemIcons[state]
  return (
    <>
      <Folded title={sectionTitles[name]} summary={summary} problem={problem} opened={opened} toggle={toggle}>
        {children}
      </Folded>
      {marks?.(name)}
    </>
  )
}

interface FoldedProps {
  title: string
  /** What it holds, in one line. */
  summary: string
  problem?: ReactNode
  opened: boolean
  toggle: () => void
  children: ReactNode
}

/** Shows a title with what is below it, and its content once it is opened. */
export function Folded({ title, summary, problem, opened, toggle, children }: FoldedProps) {
  const id = `fold-${title.toLowerCase().replaceAll(' ', '-')}`
  return (
    <section className={styles['fold']} aria-labelledby={id}>
      <h2>
        <UnstyledButton className={styles['foldHead']} aria-expanded={opened} onClick={toggle}>
          <ChevronRight size={15} aria-hidden data-open={opened || undefined} />
          <strong id={id}>{title}</strong>
          <span>{summary}</span>
          {problem}
        </UnstyledButton>
      </h2>
      {opened && <div className={styles['foldBody']}>{children}</div>}
    </section>
  )
}
