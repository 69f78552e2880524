import { parameterName, parametersOf, type ParameterField } from '../../contract/service/link/parameters.ts'
import { readParameter, writeParameters } from '../../contract/app/values/parameters.ts'
import { fieldsInScope, readFirstParameter } from '../../contract/app/values/requestParameters.ts'
import { byName, namesOf } from '../../contract/service/link/fields.ts'
import { sentAddresses, type FormValues, type PartialForm } from './form.ts'

/** Returns the value that a parameter has in the addresses of a form's link; empty if it has none. */
export function formParameter(form: FormValues, field: ParameterField): string {
  return readFirstParameter(sentAddresses(form), field, form.parameterScope) || (form[field] ?? '')
}

/** The form field of each address. */
const formFields = {
  desktop_custom_redirect: 'desktopUrl',
  ios_custom_redirect: 'iosUrl',
  android_custom_redirect: 'androidUrl',
} as const

/** Returns the parameters of a form that are not in its addresses yet. */
export function addedParameters(form: FormValues): ParameterField[] {
  const addresses = sentAddresses(form)
  return parametersOf(form).filter(
    (field) => form[field] !== '' && readFirstParameter(addresses, field, form.parameterScope) === '',
  )
}

/** Returns the change that sets a parameter: in the addresses that have it, and for those that don't. */
export function changeParameter(form: FormValues, field: ParameterField, value: string): PartialForm {
  const name = parameterName(field)
  const typed = byName(namesOf(formFields), (address) => form[formFields[address]])
  const written = fieldsInScope(typed, form.parameterScope)
    .map((address) => formFields[address])
    .filter((address) => readParameter(form[address], name) !== null)
  return {
    [field]: value,
    ...byName(written, (address) => writeParameters(form[address], [[name, value]])),
  }
}

/** Returns a form's values with those of its parameters, as rules see them. */
export function withFormParameters(form: FormValues, fields: readonly ParameterField[]): FormValues {
  return fields.length === 0 ? form : { ...form, ...byName(fields, (field) => formParameter(form, field)) }
}
