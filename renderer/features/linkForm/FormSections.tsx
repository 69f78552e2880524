import { Stack, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { ChevronRight, CircleAlert, Globe, TriangleAlert } from 'lucide-react'
import { useContext, type ReactNode } from 'react'
import {
  linkFields,
  sectionTitles,
  type FieldName,
  type SectionName,
} from '../../../contract/service/link/fields.ts'
import { PathField } from './PathField.tsx'
import { blankForm } from '../../link/form.ts'
import { FormChecksContext, useSectionState } from '../../link/FormChecks.tsx'
import { useDerived } from '../../link/FormContext.tsx'
import { differingFields } from '../../link/formFieldsByField.ts'
import { useSession } from '../../session/Session.tsx'
import { DataEditor } from '../jsonEditor/DataEditor.tsx'
import { ImageField, PreviewFields } from './CardFields.tsx'
import { MeteredField } from './MeteredField.tsx'
import { PhoneField } from './PhoneField.tsx'
import { summarizeCard, summarizeData, summarizePhones } from './summaries.ts'
import { SectionMarks } from './SectionMarks.tsx'
import { TagsField } from './TagsField.tsx'
import { TargetField } from './TargetField.tsx'
import { TrackingFields } from './TrackingFields.tsx'
import styles from './linkForm.module.css'

/** Shows the fields that nearly everyone fills in, address first. The others are folded and summarized in one line. */
export function FormSections() {
  const { hasApp } = useSession().current.profile
  const { isEdit } = useContext(FormChecksContext)
  return (
    <Stack gap={0}>
      <Section name="basics">
        <TargetField
          name="desktopUrl"
          path="desktop_custom_redirect.url"
          label="Where does it go?"
          icon={Globe}
          size="md"
          // The dialog is open before its link is loaded.
          autoFocus={isEdit === true}
        />
        <MeteredField name="title" />
        {!isEdit && <PathField />}
      </Section>
      <Section name="tracking">
        <TrackingFields />
      </Section>
      <Section name="tags">
        <TagsField />
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
        <DataEditor />
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
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <VisuallyHidden component="h2" id={id}>
        {sectionTitles[name]}
      </VisuallyHidden>
      {children}
      <SectionMarks section={name} />
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
  const { original, isEdit } = useContext(FormChecksContext)
  // What is promoted is shown before it is sent.
  const [opened, { toggle, open }] = useDisclosure(
    original !== undefined && !isEdit && differingFields(original, blankForm).some(isIn(name)),
  )
  if (state === 'error' && !opened) open()
  const problem = state && problemIcons[state]
  return (
    <>
      <Folded title={sectionTitles[name]} summary={summary} problem={problem} opened={opened} toggle={toggle}>
        {children}
      </Folded>
      <SectionMarks section={name} />
    </>
  )
}

function isIn(section: SectionName) {
  return (field: FieldName) => linkFields[field].section === section
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
