import { Flex } from '@mantine/core'
import { memo, useEffect, useRef, useState, type RefObject } from 'react'
import { DeveloperPart } from '../../features/linkForm/DeveloperPart.tsx'
import { LinkForm, LinkFormProvider } from '../../features/linkForm/LinkForm.tsx'
import { SendReport } from '../../features/linkForm/SendReport.tsx'
import { PresetMenu } from '../../features/presets/PresetMenu.tsx'
import type { DraftForm } from '../../link/draft.ts'
import { hasNoAddress, toRequest } from '../../link/form.ts'
import { useFormRules } from '../../link/useFormRules.ts'
import { useLinkForm, type LinkFormControls } from '../../link/useLinkForm.ts'
import { useOfferReturn } from '../../link/useStartCopy.ts'
import { consumeFirstField, type FirstField } from '../../link/useStartDraft.ts'
import { useCommands } from '../../session/commands.ts'
import type { Current } from '../../session/currentProfile.ts'
import { navigate } from '../../session/hashLocation.ts'
import { useSession } from '../../session/Session.tsx'
import { Question } from '../../ui/Question.tsx'
import { ActionBar } from './ActionBar.tsx'
import { DraftMenu } from './DraftMenu.tsx'
import { forgetOpenDraft } from './openDraft.ts'
import { PreviewPanel } from './PreviewPanel.tsx'
import { useDraftSession } from './useDraftSession.ts'
import { useSubmit } from './useSubmit.ts'
import type { View } from './PreviewPart.tsx'
import { ViewSwitch } from './ViewSwitch.tsx'
import styles from './create.module.css'

interface CreateFormProps {
  draftId: string
  initial: DraftForm
  current: Current
}

/** Shows the form, its preview and the create button. Memoized, because the list of drafts changes with every save. */
export const CreateForm = memo(function CreateForm({ draftId, initial, current }: CreateFormProps) {
  const [view, setView] = useState<View>('form')
  const [isAsking, setAsking] = useState(false)
  const screen = useRef<HTMLDivElement>(null)
  const session = useDraftSession(draftId, initial)
  const { store } = session
  const rules = useFormRules(current.profile.id) ?? null
  const offerReturn = useOfferReturn()
  const submit = useSubmit(current, session, rules, (record) => {
    forgetOpenDraft()
    offerReturn()
    navigate(`/created/${record.id}`)
  })
  const form = useLinkForm({ store, status: submit.status, rules })
  useFirstFocus(form.element)
  const send = (isConfirmed = false) => {
    setAsking(false)
    form.attempt((blocking, values) => {
      if (Object.keys(blocking).length > 0) setView('form')
      else if (!isConfirmed && hasNoAddress(values) && `${values.title}${values.data}`.trim() === '')
        setAsking(true)
      else submit.send(toRequest(values))
    })
  }
  useCommands({ sendLink: () => send() })
  const showSimilar = () => {
    setView('similar')
    focusNext(screen, '[data-part="similar"] a')
  }
  return (
    <LinkFormProvider form={form}>
      <div ref={screen} className={styles['create']} data-view={view}>
        <ViewSwitch view={view} setView={setView} />
        <LinkForm
          form={form}
          label="New link"
          className={styles['form']}
          bodyClassName={styles['sections']}
          top={
            <>
              <SendReport {...submit} again={() => send()} />
              <Flex className={styles['tools']} gap={4}>
                <DraftMenu id={draftId} session={session} />
                <PresetMenu profile={current.profile} />
              </Flex>
            </>
          }
          end={<DeveloperPart />}
          bar={<ActionBar {...{ session, form, submit, showSimilar }} send={() => send()} />}
        />
        <PreviewPanel current={current} />
        {isAsking && (
          <NoAddressQuestion
            create={() => send(true)}
            close={() => {
              setAsking(false)
              focusField(form.element, 'desktopUrl')
            }}
          />
        )}
      </div>
    </LinkFormProvider>
  )
})

/** Asks before a link is created from an empty form. */
function NoAddressQuestion({ close, create }: { close: () => void; create: () => void }) {
  return (
    <Question
      title="Create a link without an address?"
      close={close}
      main={{ label: 'Enter an address', choose: close }}
      other={{ label: 'Create it anyway', choose: create }}
      focused="main"
    >
      The form is empty. The link would work, but it would have no title and lead nowhere.
    </Question>
  )
}

/** Focuses an element in the next frame, after the view has changed or a closed dialog has taken the focus. */
function focusNext(container: RefObject<HTMLElement | null>, selector: string): number {
  return requestAnimationFrame(() => container.current?.querySelector<HTMLElement>(selector)?.focus())
}

function focusField(form: LinkFormControls['element'], name: FirstField): number {
  return focusNext(form, `[data-field="${name}"]`)
}

/**
 * Focuses the form if the previously focused element is gone, such as the button that opened this draft. After
 * navigation, the heading keeps the focus, so that screen readers announce the screen.
 */
function useFirstFocus(form: LinkFormControls['element']): void {
  const { welcomed } = useSession()
  useEffect(() => {
    const firstField = consumeFirstField()
    if (!firstField && !(welcomed && document.activeElement === document.body)) return
    const frame = focusField(form, firstField ?? 'desktopUrl')
    return () => cancelAnimationFrame(frame)
  }, [form, welcomed])
}
