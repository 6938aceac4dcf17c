type Fields = readonly (readonly [name: string, value: string])[];

/** What the page adds to every form itself. */
const ownFields = /^(?:form_token|which|do|credential|step_up_\w+)$/;

/** The fields that a form keeps while its visitor is asked for something else before. */
export const keptFields = (fields: URLSearchParams): Fields =>
  [...fields].filter(([name]) => !ownFields.test(name));

const secretFields = /password|token|secret|^(?:code|uri)$/i;

/** Those of them that the page for whoever is signed out may hold. */
export const openFields = (fields: URLSearchParams): Fields =>
  keptFields(fields).filter(([name]) => !secretFields.test(name));

export const KeptFields = ({ fields }: { fields: Fields }) =>
  fields.map(([name, value], index) => <input key={index} type="hidden" name={name} value={value} />);
