import { parameterName, type ParameterField } from '../../contract/service/link/parameters.ts'
import { readParameter, writeParameters } from '../../contract/app/values/parameters.ts'
import { readFirstParameter } from '../../contract/app/values/requestParameters.ts'
import { byName } from '../../contract/service/link/fields.ts'
import { addressFields, type FormValues, type PartialForm } from './form.ts'

/** Returns the value that a parameter has in the addresses of a form's link; empty if it has none. */
export function formParameter(form: FormValues, field: ParameterField): string {
  return (
    readFirstParameter(
      sentAddresses(form).map((name) => form[name]),
      field,
    ) ||
    (form[field] ?? '')
  )
}

/** Returns the change that sets a parameter: in the addresses that have it, and for those that don't. */
export function changeParameter(form: FormValues, field: ParameterField, value: string): PartialForm {
  const name = parameterName(field)
  const written = addressFields.filter((address) => readParameter(form[address], name) !== null)
  return {
    [field]: value,
    ...byName(written, (address) => writeParameters(form[address], [[name, value]])),
  }
}

/** Returns the fields with an address that the form sends. */
function sentAddresses({ iosTarget, androidTarget }: FormValues) {
  return addressFields.filter(
    (name) => name === 'desktopUrl' || (name === 'iosUrl' ? iosTarget : androidTarget) === 'own',
  )
}

/** Returns a form's values with those of its parameters, as rules see them. */
export function withFormParameters(form: FormValues, fields: readonly ParameterField[]): FormValues {
  return fields.length === 0 ? form : { ...form, ...byName(fields, (field) => formParameter(form, field)) }
}
