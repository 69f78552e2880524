import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { completeAddress } from '../../contract/app/values/completeAddress.ts'
import type { FieldErrors } from '../../contract/service/link/fieldErrors.ts'
import { byName, trackingNames } from '../../contract/service/link/fields.ts'
import { fetchCheckedPath } from '../api/paths.ts'
import { useSession } from '../session/Session.tsx'
import { useIsMounted } from '../ui/useIsMounted.ts'
import { checkForm, type FormChecks } from './checkForm.ts'
import { addressFields, toRequest, type FormValues, type PartialForm } from './form.ts'
import type { FormStore } from './formStore.ts'
import { findRefusal, pathRefusal, type Refusal } from './refusal.ts'
import type { SubmissionState } from './submission.ts'

interface LinkFormOptions extends Pick<FormChecks, 'rules' | 'original' | 'isEdit'> {
  store: FormStore
  /** State of what the form sends. */
  status: SubmissionState
}

/** A link's form with its checks, for its frame: the screen that creates, and the dialogs that edit and promote. */
export interface LinkFormControls {
  store: FormStore
  checks: FormChecks
  element: RefObject<HTMLDivElement | null>
  /** Focuses the first field with an error. */
  showError: () => void
  /**
   * Leaves all fields, and shows every error from now on. Calls `proceed` with those that prevent sending, and with what is sent if
   * there are none. That is after the service was asked about a path that isn't checked yet, and never if the form is gone by then.
   */
  attempt: (proceed: (blocking: FieldErrors, values: FormValues) => void) => void
  /** Whether the service is asked about the path before the form is sent. */
  isChecking: boolean
}

/** Returns the controls of a form of the session's profile. */
export function useLinkForm({ store, status, rules, original, isEdit = false }: LinkFormOptions) {
  const { defaults, linkHosts } = useSession().current.profile
  const [attempted, setAttempted] = useState(false)
  const [refusedPath, setRefusedPath] = useState<Refusal | null>(null)
  const element = useRef<HTMLDivElement>(null)
  const checks = useMemo(() => {
    const ownService = isEdit || defaults === 'ours'
    const refused = findRefusal(status)
    return {
      ...{ ownService, attempted, linkHosts, refused, rules, original, isEdit },
      ...{ refusedPath, setRefusedPath },
    }
  }, [defaults, attempted, linkHosts, status, rules, original, isEdit, refusedPath])
  const showError = () => showFirstError(element.current)
  const { isChecking, checkPath } = usePathCheck(status, setRefusedPath)
  const attempt: LinkFormControls['attempt'] = (proceed) => {
    setAttempted(true)
    const left = leftFields(store.get(), checks)
    if (Object.keys(left).length > 0) store.set(left)
    const values = store.get()
    const { blocking } = checkForm(values, { ...checks, refused: null })
    const finish = (errors: FieldErrors) => {
      if (Object.keys(errors).length > 0) showError()
      proceed(errors, values)
    }
    if (Object.keys(blocking).length > 0 || isEdit) finish(blocking)
    else checkPath(values, finish)
  }
  return { store, checks, element, showError, attempt, isChecking } satisfies LinkFormControls
}

/**
 * Asks the service about the path of a form before it is sent, because what was just typed isn't checked yet. A taken path would
 * make a failed link.
 */
function usePathCheck(status: SubmissionState, setRefusedPath: (refused: Refusal | null) => void) {
  const client = useQueryClient()
  const { profile, environment } = useSession().current
  const isMounted = useIsMounted()
  const [isChecking, setChecking] = useState(false)
  const checkPath = async (values: FormValues, finish: (errors: FieldErrors) => void) => {
    const { path } = toRequest(values)
    // A create with an unknown outcome may have its path already.
    const isNew = status.state === 'none' || status.state === 'stopped'
    if (path === undefined || !profile.hasOwnPaths || !isNew) {
      finish({})
      return
    }
    setChecking(true)
    const checked = await fetchCheckedPath(client, { profileId: profile.id, environment }, path)
    if (!isMounted()) return
    const refusal = checked && pathRefusal(checked)
    // The field is marked before it gets the focus.
    flushSync(() => {
      setChecking(false)
      if (refusal) setRefusedPath(refusal)
    })
    finish(refusal?.errors ?? {})
  }
  return {
    isChecking,
    checkPath: (...args: Parameters<typeof checkPath>) => void (isChecking || checkPath(...args)),
  }
}

/**
 * Returns what leaving the fields changes: complete addresses, and tracking in the rules' spelling. A shortcut doesn't
 * leave the field, and a reopened change wasn't typed.
 */
function leftFields(form: FormValues, { rules, original }: FormChecks): PartialForm {
  const addresses = addressFields.filter((name) => form[name] !== original?.[name])
  const left = {
    ...byName(addresses, (name) => completeAddress(form[name])),
    ...byName(trackingNames, (name) => rules?.field(form, name)?.written ?? form[name]),
  }
  const changed = Object.entries(left).filter(([name, value]) => value !== form[name as keyof typeof left])
  return Object.fromEntries(changed)
}

// Waits for the next frame, when the errors are on the page.
function showFirstError(form: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
    field?.focus()
    field?.scrollIntoView({ block: 'center' })
  })
}
