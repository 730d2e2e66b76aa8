import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import styles from "./import-wizard.module.css";

interface Fault {
  row: number;
  field: string;
  column: string;
  value: string;
  message: string;
}

/** Values of a file by row and column, and what is to be said of each; `last` is the heading of that. */
export function FaultTable({ faults, last }: { faults: readonly Fault[]; last: string }) {
  const { t } = useTranslation("imports");
  return (
    <div className={laid("outlined round8 scroll ruledCells", styles.faults)}>
      <table className={laid("wide collapsed")}>
        <thead>
          <tr>
            <th scope="col">{t("faults.row")}</th>
            <th scope="col">{t("faults.column")}</th>
            <th scope="col">{t("faults.value")}</th>
            <th scope="col">{last}</th>
          </tr>
        </thead>
        <tbody>
          {faults.map(({ row, field, column, value, message }) => (
            <tr key={`${row} ${field} ${message}`}>
              <td>{row}</td>
              <td>{column}</td>
              <td className={laid("quiet breaking maxWidth220")}>{value}</td>
              <td>{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
