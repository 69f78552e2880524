import { addressError } from '../../contract/app/values/addressWarnings.ts'
import { requestErrors } from '../../contract/app/jobs/requestErrors.ts'
import { readJson } from '../../contract/service/json/json.ts'
import type { FieldErrors } from '../../contract/service/link/fieldErrors.ts'
import { targetFields } from '../../contract/service/link/fields.ts'
import type { GenerateRequest } from '../../contract/service/link/generate.ts'
import { isParameter } from '../../contract/service/link/parameters.ts'
import { redirectLoopError } from '../../contract/service/link/target.ts'
import { toRequest, type FormValues } from './form.ts'
import { formParameter, withFormParameters } from './formParameters.ts'
import type { FormRules } from './formRules.ts'
import { dedupePhoneErrors } from './phoneTargets.ts'
import { hasSameField, remainingErrors, type Refusal } from './refusal.ts'

/** What a form is checked against. */
export interface FormChecks {
  /** Whether a Linkwright service will validate the request. */
  ownService: boolean
  /** Whether *Create* was pressed. From then on, all errors are shown, even in untouched fields. */
  attempted: boolean
  refused: Refusal | null
  /** Why the service wouldn't accept the path, which was checked while it was typed. */
  refusedPath?: Refusal | null
  setRefusedPath?: (refused: Refusal | null) => void
  /** Domains of this profile's links: an address there would cause a redirect loop. */
  linkHosts: readonly string[]
  /** The profile's rules for tracking values. */
  rules: FormRules | null
  /** The form of the link that is edited or promoted. Fields that differ are marked. */
  original?: FormValues | undefined
  /** Whether that link itself is changed: what it keeps isn't validated again, and its path stays. */
  isEdit?: boolean
}

/** A form's request, and everything that is refused in it, by request path (`ios_custom_redirect.url`). */
export interface CheckedForm {
  request: GenerateRequest
  /** Errors that prevent a create. */
  blocking: FieldErrors
  /** Values that only a Linkwright service would reject. */
  warnings: FieldErrors
}

let last: { values: FormValues; checks: FormChecks; checked: CheckedForm } | null = null

/**
 * Returns everything that is refused in a form, and why: by Linkwright's rules, by the profile's, and by the service's
 * last answer. All fields ask after every keystroke, so the last result is kept.
 */
export function checkForm(values: FormValues, checks: FormChecks): CheckedForm {
  if (last?.values !== values || last.checks !== checks)
    last = { values, checks, checked: findErrors(values, checks) }
  return last.checked
}

function findErrors(values: FormValues, checks: FormChecks): CheckedForm {
  const { ownService, refused, refusedPath, linkHosts, rules, original, isEdit = false } = checks
  const request = toRequest(values)
  const withoutKept = (errors: FieldErrors) =>
    isEdit && original ? errorsOfChanges(errors, values, original) : errors
  const parameters = rules?.parameters.map(({ field }) => field) ?? []
  const ofRules = withoutKept(rules?.errors(withFormParameters(values, parameters)) ?? {})
  const ofService = withoutKept(dedupePhoneErrors(findServiceErrors(request, linkHosts), values))
  const { blocking, warnings } = ownService
    ? { blocking: ofService, warnings: {} }
    : splitForOtherService(ofService, request)
  const refusals = { ...remainingErrors(refused, request), ...remainingErrors(refusedPath, request) }
  const ofAnswers = dedupePhoneErrors(refusals, values)
  return { request, blocking: { ...ofRules, ...blocking, ...ofAnswers }, warnings }
}

/** Returns the errors of what differs from the link that is edited. What the link keeps was accepted before. */
function errorsOfChanges(errors: FieldErrors, values: FormValues, original: FormValues): FieldErrors {
  const [request, before] = [toRequest(values), toRequest(original)]
  const isKept = (path: string) =>
    isParameter(path)
      ? formParameter(values, path) === formParameter(original, path)
      : hasSameField(path, request, before)
  return Object.fromEntries(Object.entries(errors).filter(([path]) => !isKept(path)))
}

/** Returns everything that a Linkwright service would reject in a request. */
function findServiceErrors(request: GenerateRequest, linkHosts: readonly string[]): FieldErrors {
  const { data, ...others } = request
  const errors: FieldErrors = {}
  for (const name of targetFields) {
    const url = request[name]?.url ?? ''
    // Typos can be valid URLs with another scheme, such as `htps://`, which visitors cannot open.
    const error = addressError(url)?.text ?? redirectLoopError(url, linkHosts)
    if (error !== null) errors[`${name}.url`] = error
  }
  return { ...errors, ...requestErrors(others), ...(data !== undefined && findDataErrors(data)) }
}

let lastData: { text: string; errors: FieldErrors } | null = null

// By far the longest field and rarely edited, so it is validated only when it changes.
function findDataErrors(text: string): FieldErrors {
  if (lastData?.text !== text) lastData = { text, errors: requestErrors({ data: text }) }
  return lastData.errors
}

/** Other services have their own rules, so what Linkwright's would reject is a warning. Invalid JSON always blocks. */
function splitForOtherService({ data, ...others }: FieldErrors, request: GenerateRequest) {
  if (data === undefined) return { blocking: {}, warnings: others }
  const isJson = readJson(request.data ?? '').ok
  return isJson ? { blocking: {}, warnings: { ...others, data } } : { blocking: { data }, warnings: others }
}
