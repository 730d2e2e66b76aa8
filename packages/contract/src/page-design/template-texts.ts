/** The texts of a template in one language. */
export interface TemplateTexts {
  readonly hero: { readonly title: string; readonly subtitle: string; readonly button: string };
  readonly points: { readonly title: string; readonly body: string };
  readonly offer: { readonly title: string; readonly detail: string; readonly button: string };
  readonly timetable: { readonly title: string; readonly rows: readonly (readonly [string, string, string])[] };
  readonly questions: { readonly title: string; readonly items: readonly (readonly [string, string])[] };
  readonly form: { readonly title: string; readonly detail: string; readonly button: string };
}
