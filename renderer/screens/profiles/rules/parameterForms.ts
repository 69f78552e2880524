import { isParameter, parameterLabel, parametersOf } from '../../../../contract/service/link/parameters.ts'
import type { ParameterField } from '../../../../contract/service/link/parameters.ts'
import { getRule } from '../../../../contract/service/rules/trackingRules.ts'
import { moveItem } from '../../../ui/moveItem.ts'
import { formFields, toRuleForm, type RulesForm } from './ruleForm.ts'

/** Returns a form with another parameter at the end of the list. */
export function withParameter(form: RulesForm, field: ParameterField): RulesForm {
  const rule = { ...toRuleForm(getRule({}, field)), label: parameterLabel(field) }
  return inOrder({ ...form, [field]: rule }, [...listParameters(form), field])
}

/** Returns a form without a parameter. */
export function withoutParameter(form: RulesForm, field: ParameterField): RulesForm {
  const rest = { ...form }
  Reflect.deleteProperty(rest, field)
  return inOrder(rest, listParameters(rest))
}

/** Returns a form with a parameter moved by some places. */
export function withParameterMoved(form: RulesForm, field: ParameterField, places: number): RulesForm {
  const order = listParameters(form)
  return inOrder(form, moveItem(order, field, order.indexOf(field) + places))
}

/** Returns the parameters of a form in their order. */
export function listParameters(form: RulesForm): ParameterField[] {
  return formFields(form).filter(isParameter)
}

/** Positions start at 1. */
function inOrder(form: RulesForm, order: readonly ParameterField[]): RulesForm {
  const next: RulesForm = { ...form }
  for (const field of parametersOf(form)) {
    const rule = form[field]
    if (rule) next[field] = { ...rule, position: order.indexOf(field) + 1 }
  }
  return next
}
