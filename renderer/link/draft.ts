import { z } from 'zod'
import { byName, fieldsOf, trackingNames } from '../../contract/link/fields.ts'
import { blankForm } from './form.ts'
import type { FormValues } from './form.ts'
import { addTargets } from './phoneTargets.ts'

const threeState = z.enum(['default', 'on', 'off'])
const phoneTarget = z.enum(['same', 'default', 'own'])

export const formValues = z.object({
  ...byName(fieldsOf('text'), () => z.string()),
  data: z.string(),
  tags: z.array(z.string()),
  desktopUrl: z.string(),
  iosTarget: phoneTarget,
  iosUrl: z.string(),
  iosOpenApp: z.boolean(),
  androidTarget: phoneTarget,
  androidUrl: z.string(),
  androidOpenApp: z.boolean(),
  previewIos: threeState,
  previewAndroid: threeState,
  ...byName(trackingNames, () => z.string()),
}) satisfies z.ZodType<FormValues>

/** An unfinished form as saved. `intent` is set from the first attempt until the outcome is known. */
export interface DraftForm {
  values: FormValues
  intent: string | null
}

/** Parses a saved draft. Older drafts keep what is still valid; an invalid one becomes blank. */
export function readDraft(form: unknown): DraftForm {
  const saved = z.object({ values: z.looseObject({}), intent: z.uuid().nullable() }).safeParse(form)
  if (!saved.success) return { values: blankForm, intent: null }
  const values = formValues.safeParse({ ...blankForm, ...addTargets(saved.data.values) })
  return { values: values.success ? values.data : blankForm, intent: saved.data.intent }
}

/** Returns whether nothing has been entered; a blank form is not saved. */
export function isBlank(values: FormValues): boolean {
  return JSON.stringify(values) === JSON.stringify(blankForm)
}
