import { isObject } from '../../../contract/service/json/json.ts'
import { namesOf, sectionTitles, type SectionName } from '../../../contract/service/link/fields.ts'
import { parametersOf } from '../../../contract/service/link/parameters.ts'
import { tryParseJson } from '../../../contract/app/text/tryParseJson.ts'
import { readFormFields } from '../../link/draft.ts'
import { blankForm, type FormValues, type PartialForm } from '../../link/form.ts'
import { formFieldsIn } from '../../link/formFieldsByField.ts'

/** The form fields that a preset sets. */
type PresetForm = PartialForm

export const sectionNames = namesOf(sectionTitles)

/** Parameters that an address has are part of the address; the others belong to the tracking. */
function parametersIn(section: SectionName, form: PresetForm): readonly (keyof FormValues)[] {
  const parameters = section === 'tracking' ? parametersOf(form) : []
  return parameters.length === 0 ? [] : [...parameters, 'parameterScope']
}

/** Returns the sections with a field that isn't blank. */
export function filledSections(form: PresetForm): SectionName[] {
  const isFilled = (field: keyof FormValues) =>
    form[field] !== undefined && JSON.stringify(form[field]) !== JSON.stringify(blankForm[field] ?? '')
  return sectionNames.filter((name) => [...formFieldsIn(name), ...parametersIn(name, form)].some(isFilled))
}

/** Creates a preset from some sections of a form. */
export function createPreset(form: FormValues, names: readonly SectionName[]): PresetForm {
  const includedFields = new Set<string>(
    names.flatMap((name) => [...formFieldsIn(name), ...parametersIn(name, form)]),
  )
  return Object.fromEntries(Object.entries(form).filter(([field]) => includedFields.has(field)))
}

/** Returns the titles of the sections that a preset sets, as one text. */
export function summarizePreset(preset: PresetForm): string {
  const titles = filledSections(preset).map((name) => sectionTitles[name])
  return titles.length > 0 ? titles.join(', ') : 'Empty'
}

/** Parses a saved preset, ignoring unknown fields; `null` if invalid. */
export function parsePreset(form: unknown): PresetForm | null {
  return isObject(form) ? readFormFields(form) : null
}

/** Returns the preset as a shareable file. */
export function serializePreset(name: string, form: PresetForm): string {
  return `${JSON.stringify({ linkwrightPreset: 1, name, form }, null, 2)}\n`
}

/** The same limit as in the app's own presets (`contract/app/calls/runs/presets.ts`). */
const maxPresetNameLength = 100

/** Parses a shared preset file; `null` if invalid. */
export function parsePresetFile(text: string): { name: string; form: PresetForm } | null {
  const file = tryParseJson(text.replace(/^\uFEFF/, ''))
  if (!isObject(file) || file['linkwrightPreset'] !== 1 || typeof file['name'] !== 'string') return null
  const name = file['name'].trim()
  const form = parsePreset(file['form'])
  return form && name !== '' && name.length <= maxPresetNameLength ? { name, form } : null
}

/** Returns a file name that is safe on every system. */
export function presetFileName(name: string): string {
  const safe = name
    .replace(/[^\p{L}\p{N} _-]+/gu, '')
    .trim()
    .replace(/\s+/g, '-')
    .slice(0, 60)
  return `${safe || 'preset'}.linkwright-preset.json`
}
