import { Layout, Menu, Table } from "antd";
import { createElement } from "react";
import { createRoot } from "react-dom/client";

/** The reference for the shell with a table: only antd's layout, menu and table. */
createRoot(document.body).render(
  createElement(
    Layout,
    null,
    createElement(Menu, { items: [{ key: "leads", label: "Leads" }] }),
    createElement(Table, { columns: [{ title: "Name", dataIndex: "name" }], dataSource: [{ key: 1, name: "One" }] }),
  ),
);
