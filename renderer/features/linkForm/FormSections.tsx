import { Stack, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { ChevronRight, CircleAlert, Globe, TriangleAlert } from 'lucide-react'
import { useContext, useState, type ReactNode } from 'react'
import { linkFields, sectionTitles, type SectionName } from '../../../contract/service/link/fields.ts'
import { PathField } from './PathField.tsx'
import { blankForm } from '../../link/form.ts'
import { FormChecksContext, useSectionState } from '../../link/FormChecks.tsx'
import { foldedSections, type FoldedSection, type SectionState } from '../../link/sections.ts'
import { useDerived } from '../../link/FormContext.tsx'
import { differingFields } from '../../link/formFieldsByField.ts'
import { useSession } from '../../session/Session.tsx'
import { DataEditor } from '../jsonEditor/DataEditor.tsx'
import { CardFields } from './CardFields.tsx'
import { FieldColumns } from './FieldColumns.tsx'
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
  const foldProps = useFolds()
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
        <FieldColumns>
          <MeteredField name="title" />
          {!isEdit && <PathField />}
        </FieldColumns>
      </Section>
      <Section name="tracking">
        <TrackingFields />
      </Section>
      <Section name="tags">
        <TagsField />
      </Section>
      <FoldedSection {...foldProps('phones')} summary={useDerived((form) => summarizePhones(form, hasApp))}>
        <FieldColumns>
          <PhoneField phone="ios" label="iPhone and iPad" />
          <PhoneField phone="android" label="Android" />
        </FieldColumns>
      </FoldedSection>
      <FoldedSection {...foldProps('card')} summary={useDerived(summarizeCard)}>
        <CardFields />
      </FoldedSection>
      <FoldedSection {...foldProps('data')} summary={useDerived(summarizeData)}>
        <DataEditor />
      </FoldedSection>
    </Stack>
  )
}

interface SectionProps {
  name: SectionName
  children: ReactNode
}

/**
 * Shows a part of the form that is always open. Its fields say what they are, so only screen readers get the title. It is a group and no
 * region: a dialog with this form would repeat regions of the page behind it.
 */
function Section({ name, children }: SectionProps) {
  const id = `section-${name}`
  return (
    <Stack className={styles['section'] ?? ''} gap="sm" pt="md" role="group" aria-labelledby={id}>
      <VisuallyHidden component="h2" id={id}>
        {sectionTitles[name]}
      </VisuallyHidden>
      {children}
      <SectionMarks section={name} />
    </Stack>
  )
}

const problemIcons = {
  error: <CircleAlert size={15} color="var(--bad-text)" aria-label="has errors" />,
  warning: <TriangleAlert size={15} color="var(--warn-text)" aria-label="has warnings" />,
}

interface FoldProps {
  name: FoldedSection
  state: SectionState
  opened: boolean
  toggle: () => void
}

/**
 * Keeps which folded parts are open, and returns the props of each. Opening one closes the others, so that the form with its
 * most important fields fits into the window. One with an error opens by itself, and stays open.
 */
function useFolds(): (name: FoldedSection) => FoldProps {
  const { original, isEdit } = useContext(FormChecksContext)
  const states = {
    phones: useSectionState('phones'),
    card: useSectionState('card'),
    data: useSectionState('data'),
  }
  const [opened, setOpened] = useState<readonly SectionName[]>(() => {
    // What is promoted is shown before it is sent.
    const isPromoted = original !== undefined && isEdit !== true
    return isPromoted ? differingFields(original, blankForm).map((field) => linkFields[field].section) : []
  })
  const wrong = foldedSections.filter((name) => states[name] === 'error' && !opened.includes(name))
  if (wrong.length > 0) setOpened([...opened, ...wrong])
  return (name) => ({
    name,
    state: states[name],
    opened: opened.includes(name),
    toggle: () => setOpened(opened.includes(name) ? opened.filter((one) => one !== name) : [name]),
  })
}

/** Shows a folded part of the form. */
function FoldedSection({ name, state, ...props }: FoldProps & Pick<FoldedProps, 'summary' | 'children'>) {
  return (
    <>
      <Folded {...props} title={sectionTitles[name]} problem={state && problemIcons[state]} />
      <SectionMarks section={name} />
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
    <div className={styles['fold']} role="group" aria-labelledby={id}>
      <h2>
        <UnstyledButton className={styles['foldHead']} aria-expanded={opened} onClick={toggle}>
          <ChevronRight
            size={15}
            color="var(--text-quiet)"
            style={opened ? { transform: 'rotate(90deg)' } : {}}
            aria-hidden
          />
          <Text component="strong" inherit id={id} flex="0 0 116px" fw={600}>
            {title}
          </Text>
          <Text span inherit flex={1} c="dimmed" truncate>
            {summary}
          </Text>
          {problem}
        </UnstyledButton>
      </h2>
      {opened && (
        <Stack gap="sm" pt={2} pb={14}>
          {children}
        </Stack>
      )}
    </div>
  )
}
