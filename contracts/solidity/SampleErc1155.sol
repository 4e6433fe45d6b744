// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import "./Pictured.sol";

interface Erc1155Receiver {
    function onERC1155Received(address operator, address from, uint256 id, uint256 value, bytes calldata data)
        external
        returns (bytes4);

    function onERC1155BatchReceived(
        address operator,
        address from,
        uint256[] calldata ids,
        uint256[] calldata values,
        bytes calldata data
    ) external returns (bytes4);
}

/// An ERC1155 collection of the sample world. Anyone may mint: for local chains only.
contract SampleErc1155 is Pictured {
    event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value);
    event TransferBatch(
        address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values
    );
    event ApprovalForAll(address indexed account, address indexed operator, bool approved);

    mapping(address account => mapping(uint256 id => uint256)) public balanceOf;
    mapping(address account => mapping(address operator => bool)) public isApprovedForAll;

    function mint(address to, uint256[] calldata ids, uint256[] calldata values) external {
        require(ids.length == values.length, "SampleErc1155: as many values as ids");
        for (uint256 i; i < ids.length; ++i) balanceOf[to][ids[i]] += values[i];
        emit TransferBatch(msg.sender, address(0), to, ids, values);
    }

    function uri(uint256 id) external view returns (string memory) {
        return metadataOf(id);
    }

    function balanceOfBatch(address[] calldata accounts, uint256[] calldata ids)
        external
        view
        returns (uint256[] memory balances)
    {
        require(accounts.length == ids.length, "SampleErc1155: as many accounts as ids");
        balances = new uint256[](ids.length);
        for (uint256 i; i < ids.length; ++i) balances[i] = balanceOf[accounts[i]][ids[i]];
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes calldata data) external {
        move(from, to, id, value);
        emit TransferSingle(msg.sender, from, to, id, value);
        if (to.code.length == 0) return;
        bytes4 answer = Erc1155Receiver(to).onERC1155Received(msg.sender, from, id, value, data);
        require(answer == Erc1155Receiver.onERC1155Received.selector, "SampleErc1155: the receiver refuses");
    }

    function safeBatchTransferFrom(
        address from,
        address to,
        uint256[] calldata ids,
        uint256[] calldata values,
        bytes calldata data
    ) external {
        require(ids.length == values.length, "SampleErc1155: as many values as ids");
        for (uint256 i; i < ids.length; ++i) move(from, to, ids[i], values[i]);
        emit TransferBatch(msg.sender, from, to, ids, values);
        if (to.code.length == 0) return;
        bytes4 answer = Erc1155Receiver(to).onERC1155BatchReceived(msg.sender, from, ids, values, data);
        require(answer == Erc1155Receiver.onERC1155BatchReceived.selector, "SampleErc1155: the receiver refuses");
    }

    /// ERC165, ERC1155 and its metadata.
    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0xd9b67a26 || id == 0x0e89341c;
    }

    /// Fails if the balance is too small: the subtraction is checked.
    function move(address from, address to, uint256 id, uint256 value) private {
        require(msg.sender == from || isApprovedForAll[from][msg.sender], "SampleErc1155: not the owner");
        require(to != address(0), "SampleErc1155: the zero address owns nothing");
        balanceOf[from][id] -= value;
        balanceOf[to][id] += value;
    }
}
